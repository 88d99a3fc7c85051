import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { business_tables, campaign_prospects, campaigns, prospects } from '../../../db/schema.ts'

const { responded_at, sent_at } = campaign_prospects
const ofOwner = (owner: OwnerId) => eq(campaign_prospects.owner_id, owner)

export interface DayCounts {
  /** YYYY-MM-DD in UTC. */
  day: string
  sent: number
  opened: number
  replied: number
}

/**
 * Recipients who were sent to, who opened, and who answered, by the day on which they did; days without any are
 * missing. They count as in their campaigns: who failed or left counts in neither, and who answered has opened.
 */
export async function countDays(owner: OwnerId, db: Db, from: string): Promise<DayCounts[]> {
  const { rows } = await db.execute<DayCounts & Record<string, unknown>>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) filter (where kind = 'sent')::int as sent,
      count(*) filter (where kind = 'opened')::int as opened,
      count(*) filter (where kind = 'replied')::int as replied
    from campaign_prospects,
      lateral (values ('sent', sent_at), ('opened', coalesce(opened_at, responded_at)), ('replied', responded_at))
        as event (kind, at)
    where owner_id = ${owner} and at >= ${from}::timestamptz and email_status in ('sent', 'opened', 'responded')
    group by 1`)
  return rows
}

/** The tables whose prospects answered, by the share that did; tables with few messages say nothing yet. */
export async function countTables(
  owner: OwnerId,
  db: Db,
  { atLeastSent, limit }: { atLeastSent: number; limit: number },
) {
  const sent = sql<number>`count(${sent_at})::int`
  const replied = sql<number>`count(${responded_at})::int`
  return db
    .select({ id: business_tables.id, name: business_tables.name, sent, replied })
    .from(campaign_prospects)
    .innerJoin(prospects, eq(prospects.id, campaign_prospects.prospect_id))
    .innerJoin(business_tables, eq(business_tables.id, prospects.business_table_id))
    .where(and(ofOwner(owner), isNotNull(sent_at)))
    .groupBy(business_tables.id, business_tables.name)
    .having(sql`count(${sent_at}) >= ${atLeastSent} and count(${responded_at}) > 0`)
    .orderBy(desc(sql`count(${responded_at})::float / count(${sent_at})`), desc(sent), business_tables.id)
    .limit(limit)
}

/** Whether anything was written, and anything sent. */
export async function findProgress(
  owner: OwnerId,
  db: Db,
): Promise<{ hasWritten: boolean; hasSent: boolean }> {
  const written = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.owner_id, owner), isNotNull(campaigns.email_body)))
    .limit(1)
  const sent = await db
    .select({ id: campaign_prospects.id })
    .from(campaign_prospects)
    .where(
      and(
        ofOwner(owner),
        or(isNotNull(sent_at), inArray(campaign_prospects.email_status, ['sent', 'opened', 'responded'])),
      ),
    )
    .limit(1)
  return { hasWritten: written.length > 0, hasSent: sent.length > 0 }
}
