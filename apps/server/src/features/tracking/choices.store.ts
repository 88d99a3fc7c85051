import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { campaign_tracking_choices, tracking_choices, tracking_withdrawals } from '../../db/schema.ts'

export interface Choice {
  opens: boolean
  clicks: boolean
}

/** Null follows the owner's choice. */
export type CampaignChoice = { [key in keyof Choice]: boolean | null }

export async function findChoice(db: Db, owner: OwnerId): Promise<Choice | null> {
  const { opens, clicks } = tracking_choices
  const [row] = await db
    .select({ opens, clicks })
    .from(tracking_choices)
    .where(eq(tracking_choices.owner_id, owner))
  return row ?? null
}

export async function saveChoice(db: Db, owner: OwnerId, choice: Choice, updated_at: string): Promise<void> {
  await db
    .insert(tracking_choices)
    .values({ owner_id: owner, ...choice, updated_at })
    .onConflictDoUpdate({ target: tracking_choices.owner_id, set: { ...choice, updated_at } })
}

export async function listCampaignChoices(
  db: Db,
  owner: OwnerId,
  /** Null lists those of all campaigns. */
  ids: string[] | null,
): Promise<Map<string, CampaignChoice>> {
  if (ids?.length === 0) return new Map()
  const table = campaign_tracking_choices
  const rows = await db
    .select({ id: table.campaign_id, opens: table.opens, clicks: table.clicks })
    .from(table)
    .where(and(eq(table.owner_id, owner), ids ? inArray(table.campaign_id, ids) : undefined))
  return new Map(rows.map(({ id, opens, clicks }) => [id, { opens, clicks }]))
}

export async function saveCampaignChoice(
  db: Db,
  owner: OwnerId,
  campaign_id: string,
  choice: CampaignChoice,
  updated_at: string,
): Promise<void> {
  await db
    .insert(campaign_tracking_choices)
    .values({ owner_id: owner, campaign_id, ...choice, updated_at })
    .onConflictDoUpdate({ target: campaign_tracking_choices.campaign_id, set: { ...choice, updated_at } })
}

/** Returns which of these hashes (null: of all) belong to recipients who opted out. */
export async function listWithdrawn(db: Db, owner: OwnerId, hashes: string[] | null): Promise<Set<string>> {
  if (hashes?.length === 0) return new Set()
  const rows = await db
    .select({ hash: tracking_withdrawals.hash })
    .from(tracking_withdrawals)
    .where(
      and(
        eq(tracking_withdrawals.owner_id, owner),
        hashes ? sql`${tracking_withdrawals.hash} = any(${sql.param(hashes)}::text[])` : undefined,
      ),
    )
  return new Set(rows.map(({ hash }) => hash))
}

export async function hasWithdrawn(db: Db, owner: OwnerId): Promise<boolean> {
  const [row] = await db
    .select({ owner_id: tracking_withdrawals.owner_id })
    .from(tracking_withdrawals)
    .where(eq(tracking_withdrawals.owner_id, owner))
    .limit(1)
  return row !== undefined
}

export async function insertWithdrawal(
  db: Db,
  owner: OwnerId,
  hash: string,
  withdrawn_at: string,
): Promise<void> {
  await db.insert(tracking_withdrawals).values({ owner_id: owner, hash, withdrawn_at }).onConflictDoNothing()
}

export async function deleteWithdrawal(db: Db, owner: OwnerId, hash: string): Promise<void> {
  await db
    .delete(tracking_withdrawals)
    .where(and(eq(tracking_withdrawals.owner_id, owner), eq(tracking_withdrawals.hash, hash)))
}
