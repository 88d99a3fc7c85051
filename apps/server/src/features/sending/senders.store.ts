import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { enrolments, recipients } from '../../db/schema.ts'
import type { RecipientRow } from './sending.store.ts'

/** The sender that a message was claimed with. Null in older rows, which don't store it. */
export type ClaimedSender = Pick<
  RecipientRow,
  'sender' | 'mailbox_id' | 'from_name' | 'from_address' | 'reply_to'
>

/** The senders of a job's queued messages, each once. */
export async function listQueuedSenders(db: Db, owner: OwnerId, jobId: string): Promise<ClaimedSender[]> {
  const { sender, mailbox_id, from_name, from_address, reply_to } = recipients
  return db
    .selectDistinct({ sender, mailbox_id, from_name, from_address, reply_to })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.job_id, jobId), eq(recipients.state, 'queued')))
}

/** The senders of the newest message to each of these recipients. */
export async function listLastSenders(tx: Db, owner: OwnerId, recipientIds: readonly string[]) {
  const { campaign_prospect_id, email, state, round, sender, mailbox_id, from_name, from_address, reply_to } =
    recipients
  return tx
    .selectDistinctOn([campaign_prospect_id], {
      campaign_prospect_id,
      email,
      sender,
      mailbox_id,
      from_name,
      from_address,
      reply_to,
    })
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        isOneOf(sql`${campaign_prospect_id}` as never, recipientIds),
        inArray(state, ['sent', 'unconfirmed']),
      ),
    )
    .orderBy(campaign_prospect_id, desc(round))
}

/** Owners with people who are held because their sender can't send. */
export async function listWithoutSender(db: Db, _scope: SystemScope): Promise<string[]> {
  const { owner_id } = enrolments
  const rows = await db.selectDistinct({ owner_id }).from(enrolments).where(WAITS)
  return rows.map(({ owner_id }) => owner_id)
}

/** Recipients who are held because their sender can't send. */
export async function listHeldRecipients(db: Db, owner: OwnerId): Promise<string[]> {
  const held = await db
    .select({ id: enrolments.campaign_prospect_id })
    .from(enrolments)
    .where(and(eq(enrolments.owner_id, owner), WAITS))
  return held.map(({ id }) => id)
}

/** The predicate of the index enrolments_held. */
const WAITS = and(eq(enrolments.state, 'held'), eq(enrolments.hold_reason, 'no_mailbox'))
