import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { inbound_messages } from '../../db/schema.ts'

const { raw, ...columns } = getTableColumns(inbound_messages)

/** The row with the original of a message; names its columns in full, for a query of one table shortens others. */
const originalOf = sql`coalesce(inbound_messages.original_id, inbound_messages.id)`

/** All columns of a message but the original, which may have 25 MB. */
export const inboundColumns = {
  ...columns,
  size: sql<number>`(select octet_length(o.raw) from inbound_messages o where o.id = ${originalOf})`,
}

export type InboundRow = Omit<typeof inbound_messages.$inferSelect, 'raw'> & {
  /** Of the original, in bytes; 0 once it was deleted. */
  size: number
}

/** PostgreSQL answers bytes as text of twice their length, and its client keeps an answer whole. */
const SLICE = 2_000_000

/** The original, or its first bytes. Empty when it is gone. */
export function readRaw(
  db: Db,
  _scope: SystemScope,
  row: Pick<InboundRow, 'id' | 'size'>,
  most?: number,
): Promise<Buffer> {
  return readSlices(db, eq(inbound_messages.id, row.id), row.size, most)
}

/** As {@link readRaw}, of this owner. */
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
