import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { excluded_sites } from '../../db/schema.ts'

/** Books the next time at which all keys are free, and returns the milliseconds until then. */
export async function reserveSlot(
  db: Db,
  _scope: SystemScope,
  keys: readonly string[],
  intervalMs: number,
): Promise<number> {
  const list = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ wait: number }>(
    sql`select book_crawl_turn(array[${list}]::text[], ${intervalMs}) as wait`,
  )
  return rows[0]!.wait
}

/** Deletes bookings in the past. Sites that are being crawled have newer ones. */
export async function forgetTurns(db: Db, _scope: SystemScope) {
  await db.execute(
    sql`delete from crawl_turns where key in (
      select key from crawl_turns where free_at < clock_timestamp() - interval '1 minute' for update skip locked)`,
  )
}

export async function findExcluded(db: Db, _scope: SystemScope, domains: string[]): Promise<boolean> {
  const rows = await db
    .select({ domain: excluded_sites.domain })
    .from(excluded_sites)
    .where(inArray(excluded_sites.domain, domains))
    .limit(1)
  return rows.length > 0
}

export async function insertExcluded(db: Db, _scope: SystemScope, site: typeof excluded_sites.$inferInsert) {
  await db
    .insert(excluded_sites)
    .values(site)
    .onConflictDoUpdate({ target: excluded_sites.domain, set: site })
}

export async function deleteExcluded(db: Db, _scope: SystemScope, domain: string): Promise<boolean> {
  const rows = await db.delete(excluded_sites).where(eq(excluded_sites.domain, domain)).returning()
  return rows.length > 0
}

export const listExcluded = (db: Db, _scope: SystemScope) =>
  db.select().from(excluded_sites).orderBy(asc(excluded_sites.domain))
