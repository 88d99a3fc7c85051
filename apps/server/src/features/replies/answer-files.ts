import type { AnswerFile } from '@goldpan/campaign-mail/answer-message'
import { pictureType } from '@goldpan/campaign-mail/pictures'
import { plainFileName } from '@goldpan/campaign-mail/plain-name'
import {
  ANSWER_FILE_BYTES,
  ANSWER_FILES_BYTES,
  ANSWER_FILES_MAX,
  type MailFile,
} from '@goldpan/contract/answering'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { Conversations } from '../inbox/conversations.ts'
import * as store from './answer-files.store.ts'

export const deleteUnusedFilesJob = defineJob({
  name: 'delete-unused-answer-files',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

export interface AnswerFilesDeps {
  db: Database
  systemClock: Clock
  conversations: Pick<Conversations, 'getOrCreate'>
}

const KEPT_MS = 24 * 3600_000
const BATCH = 100
/** For all drafts of a member together. */
const MAX_UNSENT_BYTES = 500_000_000

const scope = systemScope('files that nobody sent are deleted for all owners')

/** Files that members attach to answers. They count in no allowance. */
export function createAnswerFiles({ db, systemClock, conversations }: AnswerFilesDeps) {
  return {
    async add(owner: OwnerId, person: OwnerId, id: string, file: UploadedFile | null): Promise<MailFile> {
      if (!file) return refuse('inbox.file_missing')
      const { content, fileName, declaredType } = file
      if (content.length > ANSWER_FILE_BYTES) refuse('inbox.file_too_large')
      return db.transaction(async (tx) => {
        const { id: conversation_id } = await conversations.getOrCreate(tx, owner, id)
        const before = await store.listDraftFiles(tx, owner, { person, conversation_id })
        const bytes = before.reduce((sum, { size }) => sum + size, content.length)
        if (before.length >= ANSWER_FILES_MAX || bytes > ANSWER_FILES_BYTES) refuse('inbox.file_too_large')
        if ((await store.sumUnsent(tx, owner, person)) + content.length > MAX_UNSENT_BYTES)
          refuse('inbox.file_too_large', { message: UNSENT_FULL })
        return store.insertFile(tx, owner, {
          conversation_id,
          user_id: person,
          name: plainFileName(fileName) || 'file',
          type: typeOf(content, declaredType),
          content,
          position: before.length,
          created_at: isoNow(systemClock),
        })
      })
    },

    async remove(owner: OwnerId, person: OwnerId, fileId: string): Promise<{ message: string }> {
      const isDeleted = isRowId(fileId) && (await store.deleteUnsent(db, owner, person, fileId))
      return isDeleted ? { message: 'File deleted' } : refuse('inbox.file_not_found')
    },

    /** For threads: the files of answers, by answer. */
    async list(owner: OwnerId, answerIds: readonly string[]): Promise<Map<string, MailFile[]>> {
      const rows = await store.listOfAnswers(db, owner, answerIds)
      const byAnswer = Map.groupBy(rows, ({ answer_id }) => answer_id)
      return new Map([...byAnswer].map(([id, files]) => [id, files.map(({ file }) => file)]))
    },

    /** For threads. Null if it isn't a file of this answer. */
    read: async (owner: OwnerId, answerId: string, fileId: string): Promise<AnswerFile | null> =>
      isRowId(answerId) && isRowId(fileId) ? store.findFile(db, owner, { answerId, fileId }) : null,

    /** For answering: at most 20 MB. */
    readAll: (owner: OwnerId, answerId: string) => store.readAll(db, owner, answerId),

    async deleteUnused(signal: AbortSignal): Promise<void> {
      const before = new Date(systemClock.now().getTime() - KEPT_MS).toISOString()
      while (!signal.aborted)
        if ((await store.deleteUnused(db, scope, { before, limit: BATCH })) < BATCH) return
    },
  }
}

export type AnswerFiles = ReturnType<typeof createAnswerFiles>

const UNSENT_FULL = 'The files of your unsent answers take 500 MB. Send or delete some first.'

/** A picture's by its content, else the browser's word, which is never an unproven picture. */
function typeOf(content: Buffer, declared: string): string {
  const proven = pictureType(content)
  if (proven) return proven
  const type = declared.toLowerCase()
  const isPlain = type.length <= 100 && /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type)
  return isPlain && !type.startsWith('image/') ? type : 'application/octet-stream'
}
