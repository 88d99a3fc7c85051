import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { inbound_messages } from '../../db/schema.ts'

const { raw, ...columns } = getTableColumns(inbound_messages)

/**
 * The row that has the original of a message. Qualified names, because Drizzle drops the table name in single-table
 * queries.
 */
const originalOf = sql`coalesce(inbound_messages.original_id, inbound_messages.id)`

/** All columns except the original, which can have 25 MB. */
export const inboundColumns = {
  ...columns,
  size: sql<number>`(select octet_length(o.raw) from inbound_messages o where o.id = ${originalOf})`,
}

export type InboundRow = Omit<typeof inbound_messages.$inferSelect, 'raw'> & {
  /** Size of the original in bytes; 0 once it was deleted. */
  size: number
}

/** PostgreSQL returns bytes as text of twice the size, and the client buffers each value. */
const SLICE = 2_000_000

/** The original, or its first bytes. Empty once it was deleted. */
export function readRaw(
  db: Db,
  _scope: SystemScope,
  row: Pick<InboundRow, 'id' | 'size'>,
  most?: number,
): Promise<Buffer> {
  return readSlices(db, eq(inbound_messages.id, row.id), row.size, most)
}

/** Like {@link readRaw}, but only of this owner. */
export function readOwnRaw(
  db: Db,
  owner: OwnerId,
  row: Pick<InboundRow, 'id' | 'size'>,
  most?: number,
): Promise<Buffer> {
  const isOwn = and(eq(inbound_messages.id, row.id), eq(inbound_messages.owner_id, owner))
  return readSlices(db, isOwn, row.size, most)
}

async function readSlices(db: Db, where: SQL | undefined, size: number, most = size): Promise<Buffer> {
  const read = Buffer.alloc(Math.min(size, most))
  for (let at = 0; at < read.length; at += SLICE) {
    const length = Math.min(SLICE, read.length - at)
    const slice = sql<Buffer | null>`(select substring(o.raw from ${at + 1}::int for ${length}::int)
      from inbound_messages o where o.id = ${originalOf})`
    const [row] = await db.select({ slice }).from(inbound_messages).where(where)
    if (!row?.slice?.length) return Buffer.alloc(0)
    row.slice.copy(read, at)
  }
  return read
}
