import { pick } from '@goldpan/contract/fields'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { conversations, reply_labels } from '../../db/schema.ts'
import { LOCKED_COLUMNS, type LockedRow } from './changes.store.ts'

export type LabelRow = typeof reply_labels.$inferSelect
type Fields = Pick<LabelRow, 'name' | 'colour' | 'effect'>

const own = (owner: OwnerId, id: string) => and(eq(reply_labels.owner_id, owner), eq(reply_labels.id, id))

/** Ordered by name. */
export async function listLabels(db: Db, owner: OwnerId): Promise<LabelRow[]> {
  return db
    .select()
    .from(reply_labels)
    .where(eq(reply_labels.owner_id, owner))
    .orderBy(asc(sql`lower(${reply_labels.name})`), asc(reply_labels.id))
}

export async function lockLabel(tx: Db, owner: OwnerId, id: string): Promise<LabelRow | null> {
  const [row] = await tx.select().from(reply_labels).where(own(owner, id)).for('key share')
  return row ?? null
}

/** Only one request at a time adds a label, so that they can be counted. */
export async function lockLabels(tx: Db, owner: OwnerId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`labels:${owner}`}, 0))`)
}

/** Null if the name is taken. */
export async function insertLabel(
  tx: Db,
  owner: OwnerId,
  label: Fields & { created_at: string },
): Promise<LabelRow | null> {
  const [row] = await tx
    .insert(reply_labels)
    .values({ owner_id: owner, ...label })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function updateLabel(
  tx: Db,
  owner: OwnerId,
  id: string,
  fields: Fields,
): Promise<LabelRow | null> {
  const [row] = await tx.update(reply_labels).set(fields).where(own(owner, id)).returning()
  return row ?? null
}

/** Gives its conversations their automatic label back, and returns them. Null if the label is unknown. */
export async function deleteLabel(
  tx: Db,
  owner: OwnerId,
  id: string,
  at: string,
): Promise<LockedRow[] | null> {
  const deleted = await tx.delete(reply_labels).where(own(owner, id)).returning({ id: reply_labels.id })
  if (deleted.length === 0) return null
  return tx
    .update(conversations)
    .set({ chosen_label: null, chosen_by: null, chosen_by_name: null, updated_at: at })
    .where(and(eq(conversations.owner_id, owner), eq(conversations.label, id)))
    .returning(pick(conversations, LOCKED_COLUMNS))
}
