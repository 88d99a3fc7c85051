import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { business_tables, campaign_prospects, campaigns, prospects } from '../../../db/schema.ts'
import { SENT } from '../campaigns.rules.ts'

const { email_status, responded_at, sent_at } = campaign_prospects
const ofOwner = (owner: OwnerId) => eq(campaign_prospects.owner_id, owner)

/**
 * The tables whose prospects answered, by the share that did, counted as in their campaigns: who failed or left counts
 * in neither. Tables with few messages say nothing yet.
 */
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

/** Whether anything was written, and anything sent. */
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
