import { and, desc, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import {
  answers,
  campaigns,
  inbound_messages,
  mailboxes,
  prospects,
  recipients,
  tracking_events,
} from '../../db/schema.ts'
import { type InboundRow, inboundColumns } from './stored-message.store.ts'

/** Messages of each kind that a thread shows. */
const MAX_MESSAGES = 200

const isMail = inArray(inbound_messages.kind, ['reply', 'auto-reply'])

export async function findInbound(db: Db, owner: OwnerId, id: string): Promise<InboundRow | null> {
  const [row] = await db
    .select(inboundColumns)
    .from(inbound_messages)
    .where(and(eq(inbound_messages.owner_id, owner), eq(inbound_messages.id, id)))
  return row ?? null
}

/** Which of these addresses, in lower case, belong to prospects. */
export async function listKnownEmails(
  db: Db,
  owner: OwnerId,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await db
    .select({ email: sql<string>`lower(${prospects.email})` })
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), sql`lower(${prospects.email}) in ${[...emails]}`))
  return new Set(rows.map(({ email }) => email))
}

/** How many of these messages were opened. */
export async function countOpened(db: Db, owner: OwnerId, sentIds: readonly string[]): Promise<number> {
  if (sentIds.length === 0) return 0
  const [row] = await db
    .select({ opened: sql<number>`(count(distinct ${tracking_events.recipient_id}))::int` })
    .from(tracking_events)
    .where(
      and(
        eq(tracking_events.owner_id, owner),
        eq(tracking_events.kind, 'open'),
        inArray(tracking_events.recipient_id, [...sentIds]),
      ),
    )
  return row?.opened ?? 0
}

/** The text of a message, wherever it is; empty if it is no longer kept. For queries of `recipients`. */
const keptContent = sql<string>`coalesce(nullif(recipients.content, ''), (
  select s.content from sent_texts s where s.owner_id = recipients.owner_id and s.recipient_id = recipients.id), '')`

/** Campaign messages that were handed over, or tried to be. */
export async function listSent(db: Db, owner: OwnerId, address: string) {
  const {
    id,
    email,
    subject,
    state,
    reason,
    prospect_id,
    transmitting_at,
    campaign_id,
    from_address,
    step_position,
  } = recipients
  return db
    .select({
      id,
      email,
      subject,
      content: keptContent,
      state,
      reason,
      prospect_id,
      campaign_id,
      from_address,
      step_position,
      at: transmitting_at,
      campaign_name: campaigns.name,
      first_name: prospects.first_name,
      last_name: prospects.last_name,
      company: prospects.business_name,
    })
    .from(recipients)
    .leftJoin(campaigns, eq(campaigns.id, recipients.campaign_id))
    .leftJoin(prospects, eq(prospects.id, recipients.prospect_id))
    .where(and(eq(recipients.owner_id, owner), sql`lower(${email}) = ${address}`, isNotNull(transmitting_at)))
    .orderBy(desc(transmitting_at))
    .limit(MAX_MESSAGES)
}

export type SentRow = Awaited<ReturnType<typeof listSent>>[number]

/** Mail from this address, or in reply to these messages; newest first. */
export async function listReceived(
  db: Db,
  owner: OwnerId,
  address: string,
  { sentIds, limit = MAX_MESSAGES }: { sentIds: readonly string[]; limit?: number },
) {
  return db
    .select(inboundColumns)
    .from(inbound_messages)
    .where(
      and(
        eq(inbound_messages.owner_id, owner),
        isMail,
        or(
          sql`lower(${inbound_messages.from_email}) = ${address}`,
          sentIds.length > 0 ? inArray(inbound_messages.recipient_id, [...sentIds]) : undefined,
        ),
      ),
    )
    .orderBy(desc(inbound_messages.received_at))
    .limit(limit)
}

export async function listAnswersTo(db: Db, owner: OwnerId, addresses: string[]) {
  return db
    .select({ ...getTableColumns(answers), from_address: mailboxes.address })
    .from(answers)
    .leftJoin(mailboxes, eq(mailboxes.id, answers.mailbox_id))
    .where(and(eq(answers.owner_id, owner), sql`lower(${answers.to_email}) in ${addresses}`))
    .orderBy(desc(answers.created_at))
    .limit(MAX_MESSAGES)
}

export type AnsweredRow = Awaited<ReturnType<typeof listAnswersTo>>[number]
