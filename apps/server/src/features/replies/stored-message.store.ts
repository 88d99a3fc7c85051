import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { inbound_messages } from '../../db/schema.ts'

const { raw, ...columns } = getTableColumns(inbound_messages)

/** What a query for messages answers: all but the message itself, which may have 25 MB. */
export const inboundColumns = { ...columns, size: sql<number>`octet_length(${raw})` }

export type InboundRow = Omit<typeof inbound_messages.$inferSelect, 'raw'> & {
  /** Of the raw message, in bytes. */
  size: number
}

/** PostgreSQL answers bytes as text of twice their length, and its client keeps an answer whole. */
const SLICE = 2_000_000

/** The raw message, or its first bytes; read in slices. Empty when it is gone. */
export async function readRaw(
  owner: OwnerId | SystemScope,
  db: Db,
  { id, size }: Pick<InboundRow, 'id' | 'size'>,
  most = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const read = Buffer.alloc(Math.min(size, most))
  const isOwn = typeof owner === 'string' ? eq(inbound_messages.owner_id, owner) : undefined
  for (let at = 0; at < read.length; at += SLICE) {
    const [row] = await db
      .select({
        slice: sql<Buffer>`substring(${raw} from ${at + 1} for ${Math.min(SLICE, read.length - at)})`,
      })
      .from(inbound_messages)
      .where(and(eq(inbound_messages.id, id), isOwn))
    if (!row) return Buffer.alloc(0)
    row.slice.copy(read, at)
  }
  return read
}
