import { eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { sender_mailboxes } from '../../db/schema.ts'

export type MailboxRow = typeof sender_mailboxes.$inferSelect

export async function findMailbox(db: Db, owner: OwnerId): Promise<MailboxRow | null> {
  const [row] = await db.select().from(sender_mailboxes).where(eq(sender_mailboxes.owner_id, owner))
  return row ?? null
}

export async function saveMailbox(
  db: Db,
  owner: OwnerId,
  mailbox: Omit<MailboxRow, 'owner_id'>,
): Promise<MailboxRow> {
  const [row] = await db
    .insert(sender_mailboxes)
    .values({ owner_id: owner, ...mailbox })
    .onConflictDoUpdate({ target: sender_mailboxes.owner_id, set: mailbox })
    .returning()
  return row!
}

export async function deleteMailbox(db: Db, owner: OwnerId): Promise<void> {
  await db.delete(sender_mailboxes).where(eq(sender_mailboxes.owner_id, owner))
}
