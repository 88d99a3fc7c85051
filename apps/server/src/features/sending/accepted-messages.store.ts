import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { accepted_messages } from '../../db/schema.ts'
import type { AcceptedNote } from '../../providers/accepted-notes/port.ts'

/** Stores those of these accepted messages that the database still has as unsent. */
export async function recallAccepted(
  db: Db,
  _scope: SystemScope,
  notes: readonly AcceptedNote[],
): Promise<void> {
  await db.execute(sql`
    insert into accepted_messages (recipient_id, message_id)
    select r.id, note.message_id
    from unnest(${sql.param(notes.map(({ id }) => id))}::uuid[],
      ${sql.param(notes.map(({ message_id }) => message_id))}::text[]) as note (id, message_id)
    join recipients r on r.id = note.id and r.state in ('queued', 'claimed', 'transmitting')
    on conflict do nothing`)
}

/** Which of these messages a server accepted before the database lost it, with the id that the server gave. */
export async function findAccepted(
  db: Db,
  _scope: SystemScope,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(accepted_messages)
    .where(inArray(accepted_messages.recipient_id, [...ids]))
  return new Map(rows.map(({ recipient_id, message_id }) => [recipient_id, message_id]))
}
