import { and, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { recipients, tracked_links, tracking_events } from '../../db/schema.ts'

export type LinkRow = typeof tracked_links.$inferSelect

/** Existing links stay. */
export async function insertLinks(db: Db, owner: OwnerId, links: Omit<LinkRow, 'owner_id'>[]): Promise<void> {
  if (links.length > 0)
    await db
      .insert(tracked_links)
      .values(links.map((link) => ({ owner_id: owner, ...link })))
      .onConflictDoNothing()
}

export async function findLink(db: Db, _scope: SystemScope, id: string): Promise<LinkRow | null> {
  const [row] = await db.select().from(tracked_links).where(eq(tracked_links.id, id))
  return row ?? null
}

/** A row may stand for several events. */
const times = sql`coalesce(${tracking_events.times}, 1)`
const isPersons = sql`${tracking_events.class} in ('human', 'proxy_human')`

/** Opens and clicks of a campaign's messages, by people and by machines. */
export async function countVisits(db: Db, owner: OwnerId, campaignId: string) {
  return db
    .select({
      kind: tracking_events.kind,
      visits: sql<number>`coalesce(sum(${times}) filter (where ${isPersons}), 0)::int`,
      automatic: sql<number>`coalesce(sum(${times}) filter (where not ${isPersons}), 0)::int`,
    })
    .from(tracking_events)
    .innerJoin(recipients, eq(recipients.id, tracking_events.recipient_id))
    .where(
      and(
        eq(tracking_events.owner_id, owner),
        eq(recipients.campaign_id, campaignId),
        inArray(tracking_events.kind, ['open', 'click']),
      ),
    )
    .groupBy(tracking_events.kind)
}

/** A campaign's links by clicks of people, most clicked first. */
export async function countByLink(db: Db, owner: OwnerId, campaignId: string) {
  return db
    .select({
      url: tracked_links.url,
      people: countDistinct(recipients.campaign_prospect_id),
      clicks: sql<number>`sum(${times})::int`,
    })
    .from(tracked_links)
    .innerJoin(
      tracking_events,
      and(
        eq(tracking_events.owner_id, tracked_links.owner_id),
        sql`${tracking_events.detail} ->> 'link' = ${tracked_links.id}::text`,
        eq(tracking_events.kind, 'click'),
        isPersons,
      ),
    )
    .innerJoin(recipients, eq(recipients.id, tracking_events.recipient_id))
    .where(and(eq(tracked_links.owner_id, owner), eq(tracked_links.campaign_id, campaignId)))
    .groupBy(tracked_links.url)
    .orderBy(desc(sql`sum(${times})`), tracked_links.url)
    .limit(50)
}
