import { and, asc, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { campaign_prospects, campaigns, mailboxes, template_versions } from '../../db/schema.ts'

export type CampaignRow = typeof campaigns.$inferSelect
export type TemplateVersionRow = typeof template_versions.$inferSelect
export type NewCampaign = Omit<typeof campaigns.$inferInsert, 'owner_id'>

const own = (owner: OwnerId, id: string) => and(eq(campaigns.owner_id, owner), eq(campaigns.id, id))

export async function listCampaigns(db: Db, owner: OwnerId): Promise<CampaignRow[]> {
  return db
    .select()
    .from(campaigns)
    .where(eq(campaigns.owner_id, owner))
    .orderBy(desc(campaigns.created_at), desc(campaigns.id))
}

export async function findCampaign(db: Db, owner: OwnerId, id: string): Promise<CampaignRow | null> {
  if (!isRowId(id)) return null
  const [row] = await db.select().from(campaigns).where(own(owner, id))
  return row ?? null
}

export async function listRendering(db: Db, owner: OwnerId): Promise<string[]> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.owner_id, owner), isNotNull(campaigns.rendering_total)))
  return rows.map(({ id }) => id)
}

export async function lockCampaign(tx: Db, owner: OwnerId, id: string): Promise<CampaignRow | null> {
  if (!isRowId(id)) return null
  const [row] = await tx.select().from(campaigns).where(own(owner, id)).for('update')
  return row ?? null
}

export async function insertCampaign(db: Db, owner: OwnerId, row: NewCampaign): Promise<CampaignRow> {
  const [inserted] = await db
    .insert(campaigns)
    .values({ owner_id: owner, ...row })
    .returning()
  return inserted!
}

export async function updateCampaign(
  db: Db,
  owner: OwnerId,
  id: string,
  change: Partial<CampaignRow>,
): Promise<CampaignRow | null> {
  const [row] = await db.update(campaigns).set(change).where(own(owner, id)).returning()
  return row ?? null
}

/** Makes every email of a campaign stale. */
export async function raiseTemplateVersion(tx: Db, owner: OwnerId, id: string): Promise<void> {
  await tx
    .update(campaigns)
    .set({ template_version: sql`${campaigns.template_version} + 1` })
    .where(own(owner, id))
}

export async function deleteCampaign(db: Db, owner: OwnerId, id: string): Promise<boolean> {
  if (!isRowId(id)) return false
  const rows = await db.delete(campaigns).where(own(owner, id)).returning({ id: campaigns.id })
  return rows.length > 0
}

const versionsOf = (owner: OwnerId, campaignId: string) =>
  and(eq(template_versions.owner_id, owner), eq(template_versions.campaign_id, campaignId))
const newestFirst = [desc(template_versions.saved_at), desc(template_versions.version)]

export async function listTemplateVersions(
  db: Db,
  owner: OwnerId,
  campaignId: string,
): Promise<TemplateVersionRow[]> {
  return db
    .select()
    .from(template_versions)
    .where(versionsOf(owner, campaignId))
    .orderBy(...newestFirst)
}

/** Keeps a former text, and of all of them the newest `limit`. */
export async function insertTemplateVersion(
  tx: Db,
  owner: OwnerId,
  row: Omit<TemplateVersionRow, 'id' | 'owner_id'>,
  limit: number,
): Promise<void> {
  await tx.insert(template_versions).values({ owner_id: owner, ...row })
  const newest = tx
    .select({ id: template_versions.id })
    .from(template_versions)
    .where(versionsOf(owner, row.campaign_id))
    .orderBy(...newestFirst)
    .limit(limit)
  await tx
    .delete(template_versions)
    .where(and(versionsOf(owner, row.campaign_id), notInArray(template_versions.id, newest)))
}

export async function copyTemplateVersions(tx: Db, owner: OwnerId, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    insert into template_versions (owner_id, campaign_id, version, subject, body, written_by, saved_at)
    select owner_id, ${to}, version, subject, body, written_by, saved_at from template_versions
    where ${versionsOf(owner, from)}`)
}

export async function countUnsent(tx: Db, owner: OwnerId, campaignId: string): Promise<number> {
  return tx.$count(
    campaign_prospects,
    and(
      eq(campaign_prospects.owner_id, owner),
      eq(campaign_prospects.campaign_id, campaignId),
      inArray(campaign_prospects.email_status, ['pending', 'generated']),
    ),
  )
}

/** The unsubscribed recipients of all campaigns with this address (in lower case). */
export async function lockUnsubscribed(tx: Db, owner: OwnerId, email: string) {
  return tx
    .select()
    .from(campaign_prospects)
    .where(
      and(
        eq(campaign_prospects.owner_id, owner),
        eq(campaign_prospects.email_status, 'unsubscribed'),
        eq(sql`lower(${campaign_prospects.email})`, email),
      ),
    )
    .orderBy(asc(campaign_prospects.id))
    .for('update')
}

export type NamedMailbox = Awaited<ReturnType<typeof listMailboxes>>[number]

/** The mailboxes that the owner has, those connected first before others. */
export async function listMailboxes(db: Db, owner: OwnerId) {
  const { id, address, state, is_used, owner_id, removed_at, connected_at } = mailboxes
  return db
    .select({ id, address, state, is_used })
    .from(mailboxes)
    .where(and(eq(owner_id, owner), isNull(removed_at)))
    .orderBy(asc(connected_at), asc(id))
}
