import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { campaign_prospects } from '../../../db/schema.ts'
import { SENT } from '../campaigns.rules.ts'

export interface WeekOutcomes {
  sent: number
  opened: number
  replied: number
}

/**
 * How many recipients were sent to, opened and answered in a span of time (its end is not part of it), counted as in
 * their campaigns: who failed or left counts in neither, and who answered has opened.
 */
export async function countWeek(
  db: Db,
  owner: OwnerId,
  { from, to }: { from: string; to: string },
): Promise<WeekOutcomes> {
  const { sent_at, opened_at, responded_at, email_status } = campaign_prospects
  const within = (at: Column | SQL) =>
    sql<number>`(count(*) filter (where ${at} >= ${from} and ${at} < ${to}))::int`
  const [row] = await db
    .select({
      sent: within(sent_at),
      opened: within(sql`coalesce(${opened_at}, ${responded_at})`),
      replied: within(responded_at),
    })
    .from(campaign_prospects)
    .where(and(eq(campaign_prospects.owner_id, owner), inArray(email_status, SENT)))
  return row ?? { sent: 0, opened: 0, replied: 0 }
}
