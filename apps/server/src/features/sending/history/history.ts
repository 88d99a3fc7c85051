import type { Database } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { listMessagesTo } from './history.store.ts'

/** What was sent to one prospect, for its timeline. */
export const createSendingHistory = ({ db }: { db: Database }) => ({
  listMessagesTo: (owner: OwnerId, prospectId: string, limit: number) =>
    listMessagesTo(owner, db, prospectId, limit),
})

export type SendingHistory = ReturnType<typeof createSendingHistory>
