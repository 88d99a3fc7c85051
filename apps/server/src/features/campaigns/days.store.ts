import { sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'

export type DayCounts = {
  /** YYYY-MM-DD in UTC. */
  day: string
  sent: number
  opened: number
  responded: number
}

/**
 * How many recipients were sent to, opened and responded, of one campaign or of all, by the day on which they did;
 * days without any are missing. The days add up to the campaigns' counts: who failed or left counts in neither, and
 * who answered has opened.
 */
export async function countByDay(
  db: Db,
  owner: OwnerId,
  { campaignId, from }: { campaignId?: string; from?: string },
): Promise<DayCounts[]> {
  const ofCampaign = campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`
  const since = from === undefined ? sql`and at is not null` : sql`and at >= ${from}::timestamptz`
  const { rows } = await db.execute<DayCounts>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) filter (where kind = 'sent')::int as sent,
      count(*) filter (where kind = 'opened')::int as opened,
      count(*) filter (where kind = 'responded')::int as responded
    from campaign_prospects,
      lateral (values ('sent', sent_at), ('opened', coalesce(opened_at, responded_at)), ('responded', responded_at))
        as event (kind, at)
    where owner_id = ${owner} ${ofCampaign} ${since} and email_status in ('sent', 'opened', 'responded')
    group by 1 order by 1`)
  return rows
}
