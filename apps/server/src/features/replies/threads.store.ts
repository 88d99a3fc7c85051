import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import {
  answers,
  campaigns,
  inbound_messages,
  mailbox_people,
  mailboxes,
  prospects,
  recipients,
  tracking_events,
} from '../../db/schema.ts'
import { type InboundRow, inboundColumns } from './stored-message.store.ts'

/** Of one conversation, at most so many messages of each kind are read. */
const MOST = 200

const isMail = inArray(inbound_messages.kind, ['reply', 'auto-reply'])

export async function findInbound(db: Db, owner: OwnerId, id: string): Promise<InboundRow | null> {
  const [row] = await db
    .select(inboundColumns)
    .from(inbound_messages)
    .where(and(eq(inbound_messages.owner_id, owner), eq(inbound_messages.id, id)))
  return row ?? null
}

/** The address of somebody without a conversation, in lower case, by the id of a recipient or a prospect. */
export async function findAddress(db: Db, owner: OwnerId, id: string): Promise<string | null> {
  const [sent] = await db
    .select({ email: recipients.email })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, id)))
  const [known] = await db
    .select({ email: prospects.email })
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), eq(prospects.id, id)))
  return (sent ?? known)?.email.toLowerCase() ?? null
}

/** The mailbox that a person hears from. Null once it is removed. */
export async function findMailboxOf(db: Db, owner: OwnerId, email: string) {
  const [row] = await db
    .select({ mailbox: getTableColumns(mailboxes) })
    .from(mailbox_people)
    .innerJoin(mailboxes, eq(mailboxes.id, mailbox_people.mailbox_id))
    .where(
      and(eq(mailbox_people.owner_id, owner), eq(mailbox_people.email, email), isNull(mailboxes.removed_at)),
    )
  return row?.mailbox ?? null
}

export type ProspectRow = typeof prospects.$inferSelect

export async function findProspect(db: Db, owner: OwnerId, id: string): Promise<ProspectRow | null> {
  const [row] = await db
    .select()
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), eq(prospects.id, id)))
  return row ?? null
}

/** Those of these addresses, in lower case, that belong to prospects. */
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

/** Campaign messages that were handed over, or tried to be. */
export async function listSent(db: Db, owner: OwnerId, address: string) {
  const {
    id,
    email,
    subject,
    content,
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
      content,
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
    .limit(MOST)
}

export type SentRow = Awaited<ReturnType<typeof listSent>>[number]

/** Mail from this address, or in reply to these messages; newest first. */
export async function listReceived(
  db: Db,
  owner: OwnerId,
  address: string,
  { sentIds, limit = MOST }: { sentIds: readonly string[]; limit?: number },
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

export async function listAnswers(db: Db, owner: OwnerId, addresses: string[]) {
  return db
    .select({ ...getTableColumns(answers), from_address: mailboxes.address })
    .from(answers)
    .leftJoin(mailboxes, eq(mailboxes.id, answers.mailbox_id))
    .where(and(eq(answers.owner_id, owner), sql`lower(${answers.to_email}) in ${addresses}`))
    .orderBy(desc(answers.created_at))
    .limit(MOST)
}

export type AnsweredRow = Awaited<ReturnType<typeof listAnswers>>[number]
