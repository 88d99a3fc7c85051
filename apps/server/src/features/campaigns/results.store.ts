import { and, type Column, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { business_tables, campaign_prospects, campaigns, prospects } from '../../db/schema.ts'
import { SENT } from './campaigns.rules.ts'

const { email_status, opened_at, responded_at, sent_at } = campaign_prospects
const ofOwner = (owner: OwnerId) => eq(campaign_prospects.owner_id, owner)

export type DayCounts = {
  /** YYYY-MM-DD in UTC. */
  day: string
  sent: number
  opened: number
  responded: number
}

/**
 * Counts recipients that were sent to, opened and replied, by day, in one campaign or all. Days without any are
 * missing. The days add up to the campaigns' counts: failed and unsubscribed recipients are left out, and a reply
 * counts as an open.
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

export interface WeekOutcomes {
  sent: number
  opened: number
  replied: number
}

/** Like `countByDay`, for a time span that excludes its end. */
export async function countWeek(
  db: Db,
  owner: OwnerId,
  { from, to }: { from: string; to: string },
): Promise<WeekOutcomes> {
  const within = (at: Column | SQL) =>
    sql<number>`(count(*) filter (where ${at} >= ${from} and ${at} < ${to}))::int`
  const [row] = await db
    .select({
      sent: within(sent_at),
      opened: within(sql`coalesce(${opened_at}, ${responded_at})`),
      replied: within(responded_at),
    })
    .from(campaign_prospects)
    .where(and(ofOwner(owner), inArray(email_status, SENT)))
  return row ?? { sent: 0, opened: 0, replied: 0 }
}

/** The tables with the highest share of replies, counted as `countByDay` does. Tables with few messages are left out. */
export async function countTables(
  db: Db,
  owner: OwnerId,
  { atLeastSent, limit }: { atLeastSent: number; limit: number },
) {
  const sent = sql<number>`count(${sent_at})::int`
  const replied = sql<number>`count(${responded_at})::int`
  return db
    .select({ id: business_tables.id, name: business_tables.name, sent, replied })
    .from(campaign_prospects)
    .innerJoin(prospects, eq(prospects.id, campaign_prospects.prospect_id))
    .innerJoin(business_tables, eq(business_tables.id, prospects.business_table_id))
    .where(and(ofOwner(owner), isNotNull(sent_at), inArray(email_status, SENT)))
    .groupBy(business_tables.id, business_tables.name)
    .having(sql`count(${sent_at}) >= ${atLeastSent} and count(${responded_at}) > 0`)
    .orderBy(desc(sql`count(${responded_at})::float / count(${sent_at})`), desc(sent), business_tables.id)
    .limit(limit)
}

export async function findProgress(
  db: Db,
  owner: OwnerId,
): Promise<{ hasWritten: boolean; hasSent: boolean }> {
  const written = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.owner_id, owner), isNotNull(campaigns.email_body)))
    .limit(1)
  const sent = await db
    .select({ id: campaign_prospects.id })
    .from(campaign_prospects)
    .where(and(ofOwner(owner), or(isNotNull(sent_at), inArray(email_status, SENT))))
    .limit(1)
  return { hasWritten: written.length > 0, hasSent: sent.length > 0 }
}
