import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { listMessagesTo, lockMessagesOf } from './history.store.ts'

/** What was sent, for timelines and for what comes back. */
export const createSendingHistory = ({ db }: { db: Database }) => ({
  listMessagesTo: (owner: OwnerId, prospectId: string, limit: number) =>
    listMessagesTo(db, owner, prospectId, limit),
  /** For removals: what became of messages whose recipients were deleted and came back. */
  lockMessagesOf: (tx: Db, owner: OwnerId, removalId: string) => lockMessagesOf(tx, owner, removalId),
})

export type SendingHistory = ReturnType<typeof createSendingHistory>
export type MessageOfRemoval = Awaited<ReturnType<SendingHistory['lockMessagesOf']>>[number]
