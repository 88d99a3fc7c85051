import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { conversations, inbound_messages } from '../../db/schema.ts'
import type { ConversationRow } from './conversations.store.ts'

type AutomaticLabel = Pick<
  ConversationRow,
  'auto_label' | 'auto_label_by' | 'auto_label_reason' | 'later_until'
>

const own = (owner: OwnerId, id: string) => and(eq(conversations.owner_id, owner), eq(conversations.id, id))

/** So that a message that comes in meanwhile waits. */
export async function lockConversation(tx: Db, owner: OwnerId, id: string): Promise<void> {
  await tx.select({ id: conversations.id }).from(conversations).where(own(owner, id)).for('update')
}

/** Sets the automatic label if this message is the newest that the person wrote. */
export async function setIfNewest(
  tx: Db,
  owner: OwnerId,
  { id, message_id }: { id: string; message_id: string },
  label: AutomaticLabel & { updated_at: string },
): Promise<void> {
  const newest = sql`(select m.id from ${inbound_messages} m
    where m.owner_id = ${owner} and lower(m.from_email) = ${conversations.email} and m.kind = 'reply'
    order by m.received_at desc, m.id desc limit 1)`
  await tx
    .update(conversations)
    .set(label)
    .where(and(own(owner, id), eq(newest, message_id)))
}

/** Sets the automatic label of a conversation without one. A person's message says more than automatic mail. */
export async function setIfUnlabelled(
  tx: Db,
  owner: OwnerId,
  { email, kind }: { email: string; kind: 'reply' | 'auto-reply' },
  label: AutomaticLabel,
): Promise<void> {
  const hasWritten = sql`exists (select from ${inbound_messages} m
    where m.owner_id = ${owner} and lower(m.from_email) = ${email} and m.kind = 'reply')`
  await tx
    .update(conversations)
    .set(label)
    .where(
      and(
        eq(conversations.owner_id, owner),
        eq(conversations.email, email),
        sql`${conversations.auto_label} is null`,
        kind === 'reply' ? undefined : sql`not ${hasWritten}`,
      ),
    )
}
