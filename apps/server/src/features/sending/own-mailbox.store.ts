import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { mailboxes } from '../../db/schema.ts'

/** The first one with a password. Its check_error is null if it can be used. */
export async function findMailbox(db: Db, owner: OwnerId) {
  const [row] = await db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.owner_id, owner), eq(mailboxes.kind, 'password'), isNull(mailboxes.removed_at)))
    .orderBy(asc(mailboxes.connected_at), asc(mailboxes.id))
    .limit(1)
  if (!row) return null
  return {
    ...row,
    sealed_password: row.sealed_secret,
    check_error: row.state === 'connected' ? null : row.state,
  }
}
