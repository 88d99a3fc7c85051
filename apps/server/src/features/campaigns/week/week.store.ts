import { type Column, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { campaign_prospects } from '../../../db/schema.ts'

export interface WeekOutcomes {
  sent: number
  opened: number
  replied: number
}

/** How many recipients were sent to, opened and answered in a span of time (its end is not part of it). */
export async function countWeek(
  owner: OwnerId,
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<WeekOutcomes> {
  const within = (column: Column) =>
    sql<number>`(count(*) filter (where ${column} >= ${from} and ${column} < ${to}))::int`
  const [row] = await db
    .select({
      sent: within(campaign_prospects.sent_at),
      opened: within(campaign_prospects.opened_at),
      replied: within(campaign_prospects.responded_at),
    })
    .from(campaign_prospects)
    .where(eq(campaign_prospects.owner_id, owner))
  return row ?? { sent: 0, opened: 0, replied: 0 }
}
