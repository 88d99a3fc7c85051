import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { listMessagesTo, lockMessagesOf } from './history.store.ts'

/** Sent messages for timelines and undo. */
export const createSendingHistory = ({ db }: { db: Database }) => ({
  listMessagesTo: (owner: OwnerId, prospectId: string, limit: number) =>
    listMessagesTo(db, owner, prospectId, limit),
  /** For removals: the current state of messages whose recipients were restored. */
  lockMessagesOf: (tx: Db, owner: OwnerId, removalId: string) => lockMessagesOf(tx, owner, removalId),
})

export type SendingHistory = ReturnType<typeof createSendingHistory>
export type MessageOfRemoval = Awaited<ReturnType<SendingHistory['lockMessagesOf']>>[number]
