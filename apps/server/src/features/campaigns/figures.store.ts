import {
  and,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import {
  business_tables,
  campaign_prospects,
  campaigns,
  enrolments,
  prospects,
  recipients,
} from '../../db/schema.ts'
import { type CountedStatus, FACTS, type Fact } from './campaigns.rules.ts'

const { first_sent_at, failed_at, bounced_at, opened_at, clicked_at, responded_at, unsubscribed_at } =
  campaign_prospects
const ofOwner = (owner: OwnerId) => eq(campaign_prospects.owner_id, owner)

/** When somebody first opened, as all figures, charts and exports have it: whoever clicked or replied has opened. */
export const firstOpenedAt = sql`least(${opened_at}, ${clicked_at}, ${responded_at})`.mapWith(
  opened_at,
) as SQL<string | null>

/**
 * The definition of every figure: the moment from which a recipient counts, or null. Everything that shows a figure
 * counts these.
 */
const facts = {
  sent: first_sent_at,
  delivered: sql`case when ${bounced_at} is null then ${first_sent_at} end`,
  opened: firstOpenedAt,
  clicked: clicked_at,
  responded: responded_at,
  unsubscribed: unsubscribed_at,
  bounced: bounced_at,
  failed: sql`coalesce(${bounced_at}, case when ${first_sent_at} is null then ${failed_at} end)`,
} satisfies Record<Fact, SQLWrapper>

/** Messages that a server accepted, or may have. First emails, follow-ups and further rounds count alike: each is charged. */
const emailsOf = (owner: OwnerId) =>
  and(eq(recipients.owner_id, owner), inArray(recipients.state, ['sent', 'unconfirmed']))

const mapFacts = <Value>(toValue: (at: SQLWrapper) => Value) =>
  Object.fromEntries(FACTS.map((name) => [name, toValue(facts[name])])) as Record<Fact, Value>

/** Counts the recipients of all campaigns, or of one, by campaign and status. */
export async function countRecipients(db: Db, owner: OwnerId, campaignId?: string): Promise<CountedStatus[]> {
  const { campaign_id, email_status, delivery } = campaign_prospects
  return db
    .select({
      campaign_id,
      email_status,
      delivery,
      count: count(),
      enrolled: count(enrolments.id),
      ...mapFacts((at) => sql<number>`count(${at})::int`),
    })
    .from(campaign_prospects)
    .leftJoin(
      enrolments,
      and(
        eq(enrolments.campaign_prospect_id, campaign_prospects.id),
        inArray(enrolments.state, ['waiting', 'queued', 'held']),
      ),
    )
    .where(and(ofOwner(owner), campaignId ? eq(campaign_id, campaignId) : undefined))
    .groupBy(campaign_id, email_status, delivery)
}

/**
 * How many emails the recipients of each campaign got beyond their first one, or those of one campaign. People sent to
 * are counted by another query, so while a campaign is being sent all emails would be more than the people.
 */
export async function countFurtherEmails(
  db: Db,
  owner: OwnerId,
  campaignId?: string,
): Promise<Map<string | null, number>> {
  const several = sql`(
    select campaign_id from campaign_steps where owner_id = ${owner}
    union select campaign_id from send_jobs where owner_id = ${owner} and resend)`
  const { campaign_id, campaign_prospect_id: person } = recipients
  const rows = await db
    .select({ campaign_id, emails: sql<number>`(count(${person}) - count(distinct ${person}))::int` })
    .from(recipients)
    .where(
      and(
        emailsOf(owner),
        campaignId ? eq(campaign_id, campaignId) : undefined,
        inArray(campaign_id, several),
      ),
    )
    .groupBy(campaign_id)
  return new Map(rows.map(({ campaign_id, emails }) => [campaign_id, emails]))
}

/** How many emails each recipient of a campaign got, by the recipient's id. */
export async function countEmailsOfEach(
  db: Db,
  owner: OwnerId,
  campaignId: string,
): Promise<Map<string | null, number>> {
  const { campaign_prospect_id: id } = recipients
  const rows = await db
    .select({ id, emails: count() })
    .from(recipients)
    .where(and(emailsOf(owner), eq(recipients.campaign_id, campaignId)))
    .groupBy(id)
  return new Map(rows.map(({ id, emails }) => [id, emails]))
}

export type DayCounts = {
  /** YYYY-MM-DD in UTC. */
  day: string
  /** Emails, follow-ups included. The others are people. */
  emails: number
  sent: number
  delivered: number
  opened: number
  responded: number
  bounced: number
}

const DAY_FACTS = ['sent', 'delivered', 'opened', 'responded', 'bounced'] as const

/**
 * How many emails were handed over on each day, and how many recipients were first sent to, opened, replied and
 * bounced, in one campaign or in all. Days without any are missing.
 */
export async function countByDay(
  db: Db,
  owner: OwnerId,
  { campaignId, from }: { campaignId?: string; from?: string },
): Promise<DayCounts[]> {
  const ofCampaign = campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`
  const since = (at: SQLWrapper) =>
    from === undefined ? sql`and ${at} is not null` : sql`and ${at} >= ${from}::timestamptz`
  const counted = ['emails', ...DAY_FACTS].map(
    (name) => sql`count(*) filter (where kind = ${name})::int as ${sql.raw(name)}`,
  )
  const events = DAY_FACTS.map((name) => sql`(${name}, ${facts[name]})`)
  const { rows } = await db.execute<DayCounts>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, ${sql.join(counted, sql`, `)}
    from (
      select kind, at
      from campaign_prospects, lateral (values ${sql.join(events, sql`, `)}) as event (kind, at)
      where owner_id = ${owner} ${ofCampaign} ${since(sql`at`)}
      union all
      select 'emails', ${recipients.finished_at} from ${recipients}
      where ${emailsOf(owner)} ${ofCampaign} ${since(recipients.finished_at)}) as counted
    group by 1 order by 1`)
  return rows
}

export interface WeekOutcomes {
  emails: number
  /** People, as the others. */
  sent: number
  opened: number
  replied: number
}

/** How many emails were handed over, and how many recipients were first sent to, opened and replied, in a span of time without its end. */
export async function countWeek(
  db: Db,
  owner: OwnerId,
  { from, to }: { from: string; to: string },
): Promise<WeekOutcomes> {
  const within = (at: SQLWrapper) =>
    sql<number>`(count(*) filter (where ${at} >= ${from} and ${at} < ${to}))::int`
  const [people] = await db
    .select({ sent: within(facts.sent), opened: within(facts.opened), replied: within(facts.responded) })
    .from(campaign_prospects)
    .where(ofOwner(owner))
  const { finished_at } = recipients
  const [emails] = await db
    .select({ emails: count() })
    .from(recipients)
    .where(and(emailsOf(owner), gte(finished_at, from), lt(finished_at, to)))
  return { emails: 0, sent: 0, opened: 0, replied: 0, ...people, ...emails }
}

/** The tables with the highest rate of replies. Tables with few delivered messages are left out. */
export async function countTables(
  db: Db,
  owner: OwnerId,
  { atLeastDelivered, limit }: { atLeastDelivered: number; limit: number },
) {
  const [sent, delivered, replied] = [facts.sent, facts.delivered, facts.responded].map(
    (at) => sql<number>`count(${at})::int`,
  ) as [SQL<number>, SQL<number>, SQL<number>]
  return db
    .select({ id: business_tables.id, name: business_tables.name, sent, delivered, replied })
    .from(campaign_prospects)
    .innerJoin(prospects, eq(prospects.id, campaign_prospects.prospect_id))
    .innerJoin(business_tables, eq(business_tables.id, prospects.business_table_id))
    .where(and(ofOwner(owner), isNotNull(first_sent_at)))
    .groupBy(business_tables.id, business_tables.name)
    .having(sql`${delivered} >= ${atLeastDelivered} and ${replied} > 0`)
    .orderBy(desc(sql`${replied}::float / ${delivered}`), desc(delivered), business_tables.id)
    .limit(limit)
}

export async function findProgress(
  db: Db,
  owner: OwnerId,
): Promise<{ hasWritten: boolean; hasSent: boolean }> {
  const written = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.owner_id, owner), isNotNull(campaigns.email_body)))
    .limit(1)
  const sent = await db
    .select({ id: campaign_prospects.id })
    .from(campaign_prospects)
    .where(and(ofOwner(owner), isNotNull(first_sent_at)))
    .limit(1)
  return { hasWritten: written.length > 0, hasSent: sent.length > 0 }
}
