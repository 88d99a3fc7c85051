import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { signature_images, signatures } from '../../db/schema.ts'

export type SignatureRow = typeof signatures.$inferSelect
export type SignatureFields = Partial<Pick<SignatureRow, 'name' | 'content' | 'is_default' | 'updated_at'>>

/** Serialises changes of an owner's signatures, so that there is never a second default. */
export async function lockSignatures(tx: Db, owner: OwnerId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`signatures:${owner}`}, 0))`)
}

export async function listSignatures(db: Db, owner: OwnerId): Promise<SignatureRow[]> {
  return db
    .select()
    .from(signatures)
    .where(eq(signatures.owner_id, owner))
    .orderBy(asc(signatures.created_at), asc(signatures.id))
}

export async function countSignatures(db: Db, owner: OwnerId): Promise<number> {
  const rows = await db.select({ n: count() }).from(signatures).where(eq(signatures.owner_id, owner))
  return rows[0]?.n ?? 0
}

export async function findSignature(db: Db, owner: OwnerId, id: string): Promise<SignatureRow | null> {
  if (!isRowId(id)) return null
  const rows = await db
    .select()
    .from(signatures)
    .where(and(eq(signatures.owner_id, owner), eq(signatures.id, id)))
  return rows[0] ?? null
}

export async function insertSignature(
  tx: Db,
  owner: OwnerId,
  row: Omit<typeof signatures.$inferInsert, 'owner_id'>,
): Promise<SignatureRow> {
  const rows = await tx
    .insert(signatures)
    .values({ owner_id: owner, ...row })
    .returning()
  return rows[0]!
}

export async function updateSignature(
  tx: Db,
  owner: OwnerId,
  id: string,
  fields: SignatureFields,
): Promise<SignatureRow | null> {
  if (!isRowId(id)) return null
  const rows = await tx
    .update(signatures)
    .set(fields)
    .where(and(eq(signatures.owner_id, owner), eq(signatures.id, id)))
    .returning()
  return rows[0] ?? null
}

export async function clearDefault(tx: Db, owner: OwnerId): Promise<void> {
  await tx
    .update(signatures)
    .set({ is_default: false })
    .where(and(eq(signatures.owner_id, owner), eq(signatures.is_default, true)))
}

export async function deleteSignature(db: Db, owner: OwnerId, id: string): Promise<boolean> {
  if (!isRowId(id)) return false
  const rows = await db
    .delete(signatures)
    .where(and(eq(signatures.owner_id, owner), eq(signatures.id, id)))
    .returning({ id: signatures.id })
  return rows.length > 0
}

export async function insertImage(
  db: Db,
  owner: OwnerId,
  image: { key: string; content_type: string; bytes: number; created_at: string },
): Promise<void> {
  await db.insert(signature_images).values({ owner_id: owner, ...image })
}

export async function findImage(
  db: Db,
  _scope: SystemScope,
  key: string,
): Promise<{ content_type: string } | null> {
  const rows = await db
    .select({ content_type: signature_images.content_type })
    .from(signature_images)
    .where(eq(signature_images.key, key))
  return rows[0] ?? null
}
