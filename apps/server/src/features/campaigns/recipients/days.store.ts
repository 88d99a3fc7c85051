import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'

/**
 * How many recipients were sent to, opened and responded, by day in UTC. The days add up to the campaign's counts:
 * who failed or left counts in neither, and who answered has opened.
 */
export async function countByDay(owner: OwnerId, db: Db, campaignId: string) {
  const result = await db.execute<{ day: string; sent: number; opened: number; responded: number }>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) filter (where kind = 'sent')::int as sent,
      count(*) filter (where kind = 'opened')::int as opened,
      count(*) filter (where kind = 'responded')::int as responded
    from campaign_prospects,
      lateral (values ('sent', sent_at), ('opened', coalesce(opened_at, responded_at)), ('responded', responded_at))
        as event (kind, at)
    where owner_id = ${owner} and campaign_id = ${campaignId} and at is not null
      and email_status in ('sent', 'opened', 'responded')
    group by 1 order by 1`)
  return result.rows
}
