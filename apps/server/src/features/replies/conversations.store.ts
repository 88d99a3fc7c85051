import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
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
  suppressions,
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

interface CorrespondentsQuery {
  campaign?: string | undefined
  /** Only those who wait. */
  unread?: 'true' | undefined
  /** Older replies no longer wait. */
  since: string
  offset: number
  limit: number
}

/** Correspondents with their newest message, of one campaign or of all. */
export async function listCorrespondents(
  db: Db,
  owner: OwnerId,
  { campaign, unread, since, offset, limit }: CorrespondentsQuery,
) {
  const { id, kind, from_email, subject, reply_text, received_at } = inbound_messages
  const filter = and(
    eq(inbound_messages.owner_id, owner),
    isMail,
    isNotNull(from_email),
    campaign ? eq(recipients.campaign_id, campaign) : undefined,
  )
  const newest = db
    .selectDistinctOn([from_email], {
      id,
      kind,
      from_email,
      subject,
      received_at,
      excerpt: sql<string | null>`left(${reply_text}, 300)`.as('excerpt'),
      campaign_id: sql<string | null>`${recipients.campaign_id}`.as('campaign_id'),
      prospect_id: sql<string | null>`${recipients.prospect_id}`.as('prospect_id'),
      written: sql<number>`(count(*) over (partition by ${from_email}))::int`.as('written'),
    })
    .from(inbound_messages)
    .leftJoin(recipients, eq(recipients.id, inbound_messages.recipient_id))
    .where(filter)
    .orderBy(from_email, desc(received_at))
    .as('newest')
  const waiting = db
    .selectDistinct({ email: sql<string>`${from_email}`.as('waiting_email') })
    .from(inbound_messages)
    .where(isWaiting(db, owner, since))
    .as('waiting')
  const isWanted = unread && isNotNull(waiting.email)
  const [counted] = await db
    .select({ total: count() })
    .from(newest)
    .leftJoin(waiting, eq(waiting.email, newest.from_email))
    .where(isWanted)
  const rows = await db
    .select({
      newest: newest._.selectedFields,
      unread: sql<boolean>`${waiting.email} is not null`,
      campaign_name: campaigns.name,
      first_name: prospects.first_name,
      last_name: prospects.last_name,
      company: prospects.business_name,
    })
    .from(newest)
    .leftJoin(waiting, eq(waiting.email, newest.from_email))
    .leftJoin(campaigns, eq(campaigns.id, newest.campaign_id))
    .leftJoin(prospects, eq(prospects.id, newest.prospect_id))
    .where(isWanted)
    .orderBy(desc(newest.received_at), asc(newest.id))
    .limit(limit)
    .offset(offset)
  return {
    total: counted?.total ?? 0,
    rows: rows.map(({ newest: message, ...about }) => ({ ...message, ...about })),
  }
}

/** The hashes of an address and its domain, by which the do-not-contact list is looked up. */
const hashes = sql`(encode(sha256(convert_to(lower(${inbound_messages.from_email}), 'UTF8')), 'hex'),
  encode(sha256(convert_to('@' || split_part(lower(${inbound_messages.from_email}), '@', 2), 'UTF8')), 'hex'))`

/** Replies that nobody has answered in the application since, nor put on the do-not-contact list. */
const isWaiting = (db: Db, owner: OwnerId, since: string) =>
  and(
    eq(inbound_messages.owner_id, owner),
    eq(inbound_messages.kind, 'reply'),
    isNotNull(inbound_messages.from_email),
    gte(inbound_messages.received_at, since),
    notExists(
      db
        .select({ one: sql`1` })
        .from(answers)
        .where(
          and(
            eq(answers.owner_id, owner),
            eq(answers.to_email, inbound_messages.from_email),
            gte(answers.created_at, inbound_messages.received_at),
          ),
        ),
    ),
    notExists(
      db
        .select({ one: sql`1` })
        .from(suppressions)
        .where(
          and(
            eq(suppressions.owner_id, owner),
            isNull(suppressions.lifted_at),
            gte(suppressions.created_at, inbound_messages.received_at),
            sql`${suppressions.hash} in ${hashes}`,
          ),
        ),
    ),
  )

export async function countWaiting(db: Db, owner: OwnerId, since: string): Promise<number> {
  const [row] = await db
    .select({ waiting: sql<number>`(count(distinct ${inbound_messages.from_email}))::int` })
    .from(inbound_messages)
    .where(isWaiting(db, owner, since))
  return row?.waiting ?? 0
}

/** The people who wait, with their newest message; the newest first. */
export async function listWaiting(
  db: Db,
  owner: OwnerId,
  { since, limit }: { since: string; limit: number },
) {
  const { id, from_email, subject, reply_text, received_at, recipient_id } = inbound_messages
  const newest = db
    .selectDistinctOn([from_email], {
      id,
      from_email: sql<string>`${from_email}`.as('from_email'),
      subject,
      excerpt: sql<string | null>`left(${reply_text}, 300)`.as('excerpt'),
      received_at,
      recipient_id,
    })
    .from(inbound_messages)
    .where(isWaiting(db, owner, since))
    .orderBy(from_email, desc(received_at))
    .as('newest')
  return db
    .select({
      id: newest.id,
      from_email: newest.from_email,
      subject: newest.subject,
      excerpt: newest.excerpt,
      received_at: newest.received_at,
      first_name: prospects.first_name,
      last_name: prospects.last_name,
      company: prospects.business_name,
    })
    .from(newest)
    .leftJoin(recipients, eq(recipients.id, newest.recipient_id))
    .leftJoin(prospects, eq(prospects.id, recipients.prospect_id))
    .orderBy(desc(newest.received_at), asc(newest.id))
    .limit(limit)
}

/** The addresses that an id stands for: of a message that came in, a recipient or a prospect. */
export async function findAddresses(db: Db, owner: OwnerId, id: string): Promise<string[]> {
  const inbound = await findInbound(db, owner, id)
  const ids = [id, ...(inbound?.recipient_id ? [inbound.recipient_id] : [])]
  const sent = await db
    .select({ email: recipients.email })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), inArray(recipients.id, ids)))
  const known = await db
    .select({ email: prospects.email })
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), eq(prospects.id, id)))
  const found = [inbound?.from_email, ...sent.map(({ email }) => email), ...known.map(({ email }) => email)]
  return [...new Set(found.flatMap((email) => email?.toLowerCase() ?? []))]
}

/** The mailbox that a person hears from, by the first of their addresses that one wrote to. Null once it is removed. */
export async function findMailboxOf(db: Db, owner: OwnerId, addresses: string[]) {
  if (addresses.length === 0) return null
  const rows = await db
    .select({ email: mailbox_people.email, mailbox: getTableColumns(mailboxes) })
    .from(mailbox_people)
    .innerJoin(mailboxes, eq(mailboxes.id, mailbox_people.mailbox_id))
    .where(
      and(
        eq(mailbox_people.owner_id, owner),
        inArray(mailbox_people.email, addresses),
        isNull(mailboxes.removed_at),
      ),
    )
  const first = rows.toSorted((a, b) => addresses.indexOf(a.email) - addresses.indexOf(b.email))[0]
  return first?.mailbox ?? null
}

const ofAddresses = (column: SQL, addresses: string[]) => sql`lower(${column}) in ${addresses}`

/** Campaign messages that were handed over, or tried to be. */
export async function listSent(db: Db, owner: OwnerId, addresses: string[]) {
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
      at: transmitting_at,
      campaign_name: campaigns.name,
      first_name: prospects.first_name,
      last_name: prospects.last_name,
      company: prospects.business_name,
    })
    .from(recipients)
    .leftJoin(campaigns, eq(campaigns.id, recipients.campaign_id))
    .leftJoin(prospects, eq(prospects.id, recipients.prospect_id))
    .where(
      and(eq(recipients.owner_id, owner), ofAddresses(sql`${email}`, addresses), isNotNull(transmitting_at)),
    )
    .orderBy(desc(transmitting_at))
    .limit(MOST)
}

/** Mail from these addresses, or in reply to these messages. */
export async function listReceived(db: Db, owner: OwnerId, addresses: string[], sentIds: string[]) {
  return db
    .select(inboundColumns)
    .from(inbound_messages)
    .where(
      and(
        eq(inbound_messages.owner_id, owner),
        isMail,
        or(
          inArray(inbound_messages.from_email, addresses),
          sentIds.length > 0 ? inArray(inbound_messages.recipient_id, sentIds) : undefined,
        ),
      ),
    )
    .orderBy(desc(inbound_messages.received_at))
    .limit(MOST)
}

export async function listAnswers(db: Db, owner: OwnerId, addresses: string[]) {
  return db
    .select({ ...getTableColumns(answers), from_address: mailboxes.address })
    .from(answers)
    .leftJoin(mailboxes, eq(mailboxes.id, answers.mailbox_id))
    .where(and(eq(answers.owner_id, owner), inArray(answers.to_email, addresses)))
    .orderBy(desc(answers.created_at))
    .limit(MOST)
}
