import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { outbox_messages } from '../../db/schema.ts'

export type OutboxRow = typeof outbox_messages.$inferSelect

export async function insertMessages(
  _scope: SystemScope,
  db: Db,
  rows: (typeof outbox_messages.$inferInsert)[],
) {
  await db.insert(outbox_messages).values(rows)
}

/** Newest first; to one address or to everybody. */
export async function listMessages(
  _scope: SystemScope,
  db: Db,
  to: string | null,
  limit: number,
): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox_messages)
    .where(to === null ? undefined : eq(sql`lower(${outbox_messages.envelope_to})`, to.toLowerCase()))
    .orderBy(desc(outbox_messages.received_at), desc(outbox_messages.id))
    .limit(limit)
}

export async function findMessage(_scope: SystemScope, db: Db, id: string): Promise<OutboxRow | null> {
  const [row] = await db.select().from(outbox_messages).where(eq(outbox_messages.id, id))
  return row ?? null
}
