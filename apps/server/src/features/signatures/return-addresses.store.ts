import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { return_addresses } from '../../db/schema.ts'

/** Serialises changes of an owner's addresses, so that there is never a second current one. */
export async function lockAddresses(tx: Db, owner: OwnerId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`return-address:${owner}`}, 0))`)
}

export async function findCurrent(db: Db, owner: OwnerId): Promise<string | null> {
  const rows = await db
    .select({ email_id: return_addresses.email_id })
    .from(return_addresses)
    .where(and(eq(return_addresses.owner_id, owner), eq(return_addresses.is_current, true)))
  return rows[0]?.email_id ?? null
}

/** The account that has or had this address. */
export async function findHolder(db: Db, _scope: SystemScope, emailId: string): Promise<string | null> {
  const rows = await db
    .select({ owner_id: return_addresses.owner_id })
    .from(return_addresses)
    .where(eq(return_addresses.email_id, emailId))
  return rows[0]?.owner_id ?? null
}

/** Includes former ones. */
export async function countAddresses(tx: Db, owner: OwnerId): Promise<number> {
  const [row] = await tx
    .select({ addresses: count() })
    .from(return_addresses)
    .where(eq(return_addresses.owner_id, owner))
  return row?.addresses ?? 0
}

/** Makes an address the owner's current one. False if it belongs to another owner. */
export async function takeAddress(tx: Db, owner: OwnerId, emailId: string, at: string): Promise<boolean> {
  await tx
    .insert(return_addresses)
    .values({ email_id: emailId, owner_id: owner, is_current: false, updated_at: at })
    .onConflictDoNothing()
  if ((await findHolderForUpdate(tx, emailId)) !== owner) return false
  await tx
    .update(return_addresses)
    .set({ is_current: false })
    .where(and(eq(return_addresses.owner_id, owner), eq(return_addresses.is_current, true)))
  await tx
    .update(return_addresses)
    .set({ is_current: true, updated_at: at })
    .where(and(eq(return_addresses.owner_id, owner), eq(return_addresses.email_id, emailId)))
  return true
}

async function findHolderForUpdate(tx: Db, emailId: string): Promise<string | null> {
  const rows = await tx
    .select({ owner_id: return_addresses.owner_id })
    .from(return_addresses)
    .where(eq(return_addresses.email_id, emailId))
    .for('update')
  return rows[0]?.owner_id ?? null
}
