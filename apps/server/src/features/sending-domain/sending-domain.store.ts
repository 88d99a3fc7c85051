import { eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { dkim_keys, domain_checks } from '../../db/schema.ts'

export type KeyRow = typeof dkim_keys.$inferSelect

export async function findKey(db: Db, _scope: SystemScope, domain: string): Promise<KeyRow | null> {
  const [row] = await db.select().from(dkim_keys).where(eq(dkim_keys.domain, domain))
  return row ?? null
}

/** Keeps an existing key: of two concurrent inserts, the first wins. */
export async function insertKey(db: Db, _scope: SystemScope, row: Omit<KeyRow, 'id'>): Promise<void> {
  await db.insert(dkim_keys).values(row).onConflictDoNothing()
}

export async function findCheck(db: Db, _scope: SystemScope, domain: string) {
  const [row] = await db.select().from(domain_checks).where(eq(domain_checks.domain, domain))
  return row ?? null
}

export async function saveCheck(
  db: Db,
  _scope: SystemScope,
  row: { domain: string; report: unknown; checked_at: string },
): Promise<void> {
  const { report, checked_at } = row
  await db
    .insert(domain_checks)
    .values(row)
    .onConflictDoUpdate({ target: domain_checks.domain, set: { report, checked_at } })
}
