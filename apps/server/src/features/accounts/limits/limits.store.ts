import { count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import {
  business_tables,
  campaigns,
  prospects,
  signature_images,
  support_requests,
} from '../../../db/schema.ts'

const tables = { business_tables, prospects, campaigns }
export type Countable = keyof typeof tables

/** How many rows there are of a kind; counted no further than asked, so that it stays quick. */
export async function countRows(db: Db, owner: OwnerId, what: Countable, upTo: number): Promise<number> {
  const table = tables[what]
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(eq(table.owner_id, owner))
    .limit(upTo)
    .as('some')
  const [row] = await db.select({ rows: count() }).from(some)
  return row?.rows ?? 0
}

/** How many files somebody has, and their bytes together. */
export async function sumFiles(db: Db, owner: OwnerId): Promise<{ files: number; bytes: number }> {
  const sum = (column: typeof signature_images.bytes | typeof support_requests.screenshot_bytes) =>
    sql<number>`coalesce(sum(${column}), 0)::int`
  const [images] = await db
    .select({ files: count(), bytes: sum(signature_images.bytes) })
    .from(signature_images)
    .where(eq(signature_images.owner_id, owner))
  const [screenshots] = await db
    .select({ files: count(support_requests.screenshot_key), bytes: sum(support_requests.screenshot_bytes) })
    .from(support_requests)
    .where(eq(support_requests.owner_id, owner))
  return {
    files: (images?.files ?? 0) + (screenshots?.files ?? 0),
    bytes: (images?.bytes ?? 0) + (screenshots?.bytes ?? 0),
  }
}
