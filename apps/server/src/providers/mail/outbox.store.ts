import { addressKey } from '@goldpan/contract/email-address'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { outbox_messages } from '../../db/schema.ts'
import type { KeptFor } from './port.ts'

export type OutboxRow = typeof outbox_messages.$inferSelect

export async function insertMessages(
  db: Db,
  _scope: SystemScope,
  rows: (typeof outbox_messages.$inferInsert)[],
) {
  await db.insert(outbox_messages).values(rows)
}

/** Longer headers are rare, and a list needs no more. */
const HEAD_BYTES = 16 * 1024

const newestFirst = [desc(outbox_messages.received_at), desc(outbox_messages.id)]

/** Headers of messages, newest first. */
export async function listHeads(db: Db, _scope: SystemScope, { to, search }: KeptFor, limit: number) {
  const { id, envelope_from, envelope_to, received_at, raw } = outbox_messages
  const recipient = sql`lower(${envelope_to})`
  // Find the ids first: only messages that are shown are read from disk.
  const shown = db
    .select({ id })
    .from(outbox_messages)
    .where(
      and(
        to === undefined ? undefined : eq(recipient, addressKey(to)),
        search === undefined ? undefined : sql`position(lower(${search}) in ${recipient}) > 0`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)
  return db
    .select({
      id,
      envelope_from,
      envelope_to,
      received_at,
      head: sql<Uint8Array>`substring(${raw} from 1 for ${HEAD_BYTES}::int)`,
    })
    .from(outbox_messages)
    .where(sql`${id} = any(array(${shown}))`)
    .orderBy(...newestFirst)
}

export async function findMessage(db: Db, _scope: SystemScope, id: string): Promise<OutboxRow | null> {
  const [row] = await db.select().from(outbox_messages).where(eq(outbox_messages.id, id))
  return row ?? null
}

/** Deletes up to `limit` messages beyond the newest that fit into both limits. Returns the number. */
export async function deleteOldest(
  db: Db,
  _scope: SystemScope,
  keep: { messages: number; bytes: number; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from outbox_messages where id in (
      select id from (
        select id, row_number() over newest as messages, sum(octet_length(raw)) over newest as bytes
        from outbox_messages window newest as (order by received_at desc, id desc)) counted
      where messages > ${keep.messages} or bytes > ${keep.bytes} limit ${keep.limit})`)
  return rowCount ?? 0
}
