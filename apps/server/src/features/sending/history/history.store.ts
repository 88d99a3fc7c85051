import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { campaigns, recipients } from '../../../db/schema.ts'

/** The messages to one prospect, of every campaign and round, oldest first. */
export async function listMessagesTo(owner: OwnerId, db: Db, prospectId: string, limit: number) {
  return db
    .select({
      id: recipients.id,
      state: recipients.state,
      reason: recipients.reason,
      finished_at: recipients.finished_at,
      campaign: { id: campaigns.id, name: campaigns.name },
    })
    .from(recipients)
    .leftJoin(campaigns, eq(campaigns.id, recipients.campaign_id))
    .where(and(eq(recipients.owner_id, owner), eq(recipients.prospect_id, prospectId)))
    .orderBy(asc(recipients.queued_at), asc(recipients.id))
    .limit(limit)
}
