import type { Frame, Ports } from './compose-ports.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import type { Campaigns } from './features/campaigns/campaigns.ts'
import type { Inbox } from './features/inbox/inbox.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import { createAnswerFiles, deleteUnusedFilesJob } from './features/replies/answer-files.ts'
import { type AnswersDeps, createAnswers } from './features/replies/answers.ts'
import { createDrafts } from './features/replies/drafts.ts'
import { createNamedPeople } from './features/replies/named-people.ts'
import { createPresence, forgetPresenceJob } from './features/replies/presence.ts'
import { createSavedReplies } from './features/replies/saved-replies.ts'
import { createSuggestions } from './features/replies/suggestions.ts'
import { createThreads, type ThreadsDeps } from './features/replies/threads.ts'
import type { Suppressions } from './features/suppressions/suppressions.ts'
import { languageOf } from './providers/text/composer/language.ts'

interface WritingDeps {
  conversations: Inbox['conversations']
}

/** Drafts, files and presence, which threads show and answers use. */
export function createAnswerWriting(
  { database: { db } }: Frame,
  { clock, systemClock, jobs }: Ports,
  { conversations }: WritingDeps,
) {
  const parts = { db, clock, systemClock, conversations }
  const answerFiles = createAnswerFiles(parts)
  const presence = createPresence(parts)
  jobs.handle(deleteUnusedFilesJob, (_payload, signal) => answerFiles.deleteUnused(signal))
  jobs.handle(forgetPresenceJob, () => presence.forgetOld())
  return { drafts: createDrafts(parts), answerFiles, presence }
}

export interface AnsweringDeps
  extends ReturnType<typeof createAnswerWriting>,
    WritingDeps,
    Pick<AnswersDeps, 'findSendingMailbox' | 'readUntil'>,
    Pick<ThreadsDeps, 'listNotes' | 'returnAddresses' | 'today'> {
  accounts: Accounts
  campaigns: Campaigns
  labels: Inbox['labels']
  prospects: Prospects
  suppressions: Suppressions
}

/** Threads and everything that answers them. */
export function createAnsweringParts(
  { database: { db } }: Frame,
  { clock, systemClock, jobs, text }: Ports,
  deps: AnsweringDeps,
) {
  const parts = { ...deps, db, clock, systemClock, jobs }
  const threads = createThreads({
    ...parts,
    getDraft: deps.drafts.read,
    listPresent: deps.presence.list,
    listAnswerFiles: deps.answerFiles.list,
    readAnswerFile: deps.answerFiles.read,
  })
  const { drafts, answerFiles, presence } = deps
  return {
    drafts,
    answerFiles,
    presence,
    threads,
    answers: createAnswers({ ...parts, getConversation: threads.getConversation }),
    savedReplies: createSavedReplies({ ...parts, languageOf }),
    suggestions: createSuggestions({ ...parts, text }),
    namedPeople: createNamedPeople(parts),
  }
}
