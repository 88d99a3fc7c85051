import { and, desc, eq, gte, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { inbound_messages } from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'

const { id, owner_id, kind, from_email, subject, reply_text, received_at } = inbound_messages
const labelled = { id, owner_id, kind, from_email, subject, reply_text, received_at }

export type RowToLabel = Pick<typeof inbound_messages.$inferSelect, keyof typeof labelled>

/** Takes a person's message that no rule was sure of and no model was asked about; null if there is none. */
export async function claimForModel(
  db: Db,
  _scope: SystemScope,
  { at, since }: { at: string; since: string },
): Promise<RowToLabel | null> {
  const next = db
    .select({ id })
    .from(inbound_messages)
    .where(and(isUnsure, gte(received_at, since), not(isSuspended(owner_id))))
    .orderBy(desc(received_at))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(inbound_messages)
    .set({ model_asked_at: at })
    .where(sql`${id} in ${next}`)
    .returning(labelled)
  return row ?? null
}

const isUnsure = and(
  eq(inbound_messages.label, 'other'),
  eq(inbound_messages.label_by, 'rule'),
  isNull(inbound_messages.model_asked_at),
  eq(kind, 'reply'),
  isNotNull(owner_id),
)

export async function setModelLabel(
  tx: Db,
  owner: OwnerId,
  messageId: string,
  { label, reason }: { label: NonNullable<(typeof inbound_messages.$inferSelect)['label']>; reason: string },
): Promise<void> {
  await tx
    .update(inbound_messages)
    .set({ label, label_by: 'model', label_reason: reason })
    .where(and(eq(owner_id, owner), eq(id, messageId)))
}

/** Mail of earlier releases, the newest first. */
export async function listUnlabelled(db: Db, _scope: SystemScope, limit: number): Promise<RowToLabel[]> {
  return db
    .select(labelled)
    .from(inbound_messages)
    .where(and(isNull(inbound_messages.label), inArray(kind, ['reply', 'auto-reply']), isNotNull(owner_id)))
    .orderBy(desc(received_at))
    .limit(limit)
}

/** Changes no label that is there, such as one that another process has set meanwhile. */
export async function setRuleLabel(
  tx: Db,
  owner: OwnerId,
  messageId: string,
  label: Pick<
    typeof inbound_messages.$inferInsert,
    'label' | 'label_reason' | 'later_until' | 'named' | 'model_asked_at'
  >,
): Promise<void> {
  await tx
    .update(inbound_messages)
    .set({ ...label, label_by: 'rule' })
    .where(and(eq(owner_id, owner), eq(id, messageId), isNull(inbound_messages.label)))
}
