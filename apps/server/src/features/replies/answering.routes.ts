import { answeringRoutes } from '@goldpan/contract/answering'
import { replyRoutes } from '@goldpan/contract/replies'
import type { Binder } from '../../http/bind.ts'
import type { AnswerFiles } from './answer-files.ts'
import type { Answers } from './answers.ts'
import type { Drafts } from './drafts.ts'
import type { NamedPeople } from './named-people.ts'
import type { Presence } from './presence.ts'
import type { SavedReplies } from './saved-replies.ts'
import type { Suggestions } from './suggestions.ts'

export interface AnsweringParts {
  answers: Answers
  drafts: Drafts
  answerFiles: AnswerFiles
  presence: Presence
  savedReplies: SavedReplies
  suggestions: Suggestions
  namedPeople: NamedPeople
}

export function bindAnswering(bind: Binder, parts: AnsweringParts): void {
  const { answers, drafts, answerFiles, presence, savedReplies, suggestions, namedPeople } = parts
  bind(replyRoutes.answer, ({ owner, person, params, body }) =>
    answers.answer(owner, person, params.id, body),
  )
  bind(answeringRoutes.takeBack, ({ owner, person, params }) =>
    answers.takeBack(owner, person, params.answerId),
  )
  bind(answeringRoutes.getDraft, ({ owner, person, params }) => drafts.get(owner, person, params.id))
  bind(answeringRoutes.saveDraft, ({ owner, person, params, body }) =>
    drafts.save(owner, person, params.id, body),
  )
  bind(answeringRoutes.removeDraft, ({ owner, person, params }) => drafts.remove(owner, person, params.id))
  bind(answeringRoutes.addFile, ({ owner, person, params, file }) =>
    answerFiles.add(owner, person, params.id, file),
  )
  bind(answeringRoutes.removeFile, ({ owner, person, params }) =>
    answerFiles.remove(owner, person, params.fileId),
  )
  bind(answeringRoutes.presence, ({ owner, person, params, body }) =>
    presence.post(owner, person, params.id, body),
  )
  bind(answeringRoutes.suggest, ({ owner, person, params }) => suggestions.suggest(owner, person, params.id))
  bind(answeringRoutes.addProspect, ({ owner, params, body }) => namedPeople.add(owner, params.id, body))
  bind(answeringRoutes.listSavedReplies, ({ owner, person, query }) =>
    savedReplies.list(owner, person, query),
  )
  bind(answeringRoutes.addSavedReply, ({ owner, body }) => savedReplies.add(owner, body))
  bind(answeringRoutes.changeSavedReply, ({ owner, params, body }) =>
    savedReplies.change(owner, params.replyId, body),
  )
  bind(answeringRoutes.removeSavedReply, ({ owner, params }) => savedReplies.remove(owner, params.replyId))
}
