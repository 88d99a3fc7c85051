import {
  ANSWER_FILES_BYTES,
  ANSWER_FILES_MAX,
  type answeringRoutes,
  type Draft,
  type MailFile,
} from '@goldpan/contract/answering'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Conversations } from '../inbox/conversations.ts'
import type { AnswerRow } from './answer-delivery.store.ts'
import * as fileStore from './answer-files.store.ts'
import { getCorrespondent } from './correspondent.ts'
import * as store from './drafts.store.ts'

export interface DraftsDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  conversations: Pick<Conversations, 'find' | 'findByEmail' | 'getOrCreate'>
}

type Form = HandlerInput<typeof answeringRoutes.saveDraft>['body']

const NONE: Draft = { text: '', files: [], version: 0, updated_at: null }

/** Versions begin with the second of their draft, so a stale window can't save over a newer draft. */
const FIRST_VERSIONS_FROM = Date.UTC(2026, 0, 1)

/** Unfinished answers, one for each member and conversation, which nobody else sees. */
export function createDrafts({ db, clock, systemClock, conversations }: DraftsDeps) {
  /** More than all versions of former drafts, one of which had version `last`. */
  const firstVersion = (last: number | null) =>
    Math.max(1, Math.floor((systemClock.now().getTime() - FIRST_VERSIONS_FROM) / 1000), (last ?? 0) + 1)

  async function read(tx: Db, owner: OwnerId, writer: store.Writer): Promise<Draft> {
    const row = await store.findDraft(tx, owner, writer)
    const files = await fileStore.listDraftFiles(tx, owner, writer)
    return row
      ? { text: row.text, files, version: row.version, updated_at: row.updated_at }
      : { ...NONE, files }
  }

  const readOf = async (owner: OwnerId, person: OwnerId, conversationId: string | null): Promise<Draft> =>
    conversationId === null ? NONE : read(db, owner, { person, conversation_id: conversationId })

  /** Creates a draft, or changes the one with this version. */
  async function write(tx: Db, owner: OwnerId, writer: store.Writer, { text, version }: Form): Promise<void> {
    const updated_at = isoNow(clock)
    const row =
      version === 0
        ? await store.insertDraft(tx, owner, writer, { text, version: firstVersion(null), updated_at })
        : await store.updateDraft(tx, owner, writer, version, { text, version: version + 1, updated_at })
    if (!row) refuse('inbox.draft_changed')
  }

  return {
    async get(owner: OwnerId, person: OwnerId, id: string): Promise<Draft> {
      const { conversation } = await getCorrespondent({ db, conversations }, owner, id)
      return readOf(owner, person, conversation?.id ?? null)
    },

    /** For threads: of a conversation that may not exist yet. */
    read: readOf,

    /** A draft without text and files is none. */
    async save(owner: OwnerId, person: OwnerId, id: string, form: Form): Promise<Draft> {
      const text = form.text.replaceAll('\u0000', '')
      return db.transaction(async (tx) => {
        const { id: conversation_id } = await conversations.getOrCreate(tx, owner, id)
        const writer = { person, conversation_id }
        await write(tx, owner, writer, { ...form, text })
        if (form.files) {
          await lockFiles(tx, owner, writer, form.files)
          await fileStore.setDraftFiles(tx, owner, writer, form.files)
        }
        const saved = await read(tx, owner, writer)
        if (saved.text !== '' || saved.files.length > 0) return saved
        await store.deleteDraft(tx, owner, writer)
        return NONE
      })
    },

    async remove(owner: OwnerId, person: OwnerId, id: string): Promise<{ message: string }> {
      const row = (await conversations.find(db, owner, id)) ?? refuse('replies.no_conversation')
      const writer = { person, conversation_id: row.id }
      await db.transaction(async (tx) => {
        await store.deleteDraft(tx, owner, writer)
        await fileStore.deleteDraftFiles(tx, owner, writer)
      })
      return { message: 'Draft deleted' }
    },

    /** For answers: removes the draft that is sent, with files that were left out, unless something was typed since. */
    async send(
      tx: Db,
      owner: OwnerId,
      writer: store.Writer,
      {
        answerId,
        version,
        files,
      }: { answerId: string; version: number | undefined; files: readonly string[] },
    ): Promise<void> {
      await lockFiles(tx, owner, writer, files)
      if (files.length > 0) await fileStore.moveToAnswer(tx, owner, writer, { answerId, ids: files })
      if (version && (await store.deleteDraft(tx, owner, writer, version)))
        await fileStore.deleteDraftFiles(tx, owner, writer)
    },

    /** For answers: one that was taken back is the draft again, above what was typed since. */
    async takeBack(tx: Db, owner: OwnerId, writer: store.Writer, answer: AnswerRow): Promise<Draft> {
      await fileStore.moveToDraft(tx, owner, answer.id)
      const typed = await store.findDraft(tx, owner, writer)
      const updated_at = isoNow(clock)
      if (!typed) {
        const version = firstVersion(answer.draft_version)
        await store.insertDraft(tx, owner, writer, { text: answer.content, version, updated_at })
      } else {
        const isLonger = typed.text.startsWith(answer.content)
        const text = isLonger ? typed.text : `${answer.content}\n\n${typed.text}`.trimEnd()
        const change = { text, version: typed.version + 1, updated_at }
        await store.updateDraft(tx, owner, writer, typed.version, change)
      }
      return read(tx, owner, writer)
    },

    /** For answering: the text of an answer that failed, unless its writer has begun another. */
    async bringBack(tx: Db, owner: OwnerId, answer: AnswerRow): Promise<void> {
      const conversation = await conversations.findByEmail(tx, owner, answer.to_email.toLowerCase())
      if (!conversation || answer.author_id === null) return
      const writer = { person: asOwner(answer.author_id), conversation_id: conversation.id }
      const draft = {
        text: answer.content,
        version: firstVersion(answer.draft_version),
        updated_at: isoNow(clock),
      }
      if ((await store.insertDraft(tx, owner, writer, draft)) && answer.has_files)
        await fileStore.copyToDraft(tx, owner, answer.id)
    },
  }
}

export type Drafts = ReturnType<typeof createDrafts>

/** Refuses files of others, files that were sent, and too many. */
async function lockFiles(
  tx: Db,
  owner: OwnerId,
  writer: store.Writer,
  ids: readonly string[],
): Promise<MailFile[]> {
  const files = await fileStore.lockUnsent(tx, owner, writer, ids)
  if (files.length < new Set(ids).size) refuse('inbox.file_not_found')
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > ANSWER_FILES_MAX || bytes > ANSWER_FILES_BYTES) refuse('inbox.file_too_large')
  return files
}
