import { type DeliveryKind, type DeliverySort, deliveryKinds } from '@goldpan/contract/sending'
import { and, asc, count, desc, eq, gte, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { behind, contains, type Direction, inOrder, type Position, type SortBy } from '../../db/keyset.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import {
  campaign_prospects,
  mailbox_people,
  mailboxes,
  recipients,
  send_attempts,
  send_jobs,
  server_groups,
} from '../../db/schema.ts'

export type JobRow = typeof send_jobs.$inferSelect
export type RecipientRow = typeof recipients.$inferSelect
export type NewRecipient = Omit<typeof recipients.$inferInsert, 'owner_id'>

export interface StateCount {
  state: RecipientRow['state']
  count: number
  /** The earliest next attempt of messages that were tried before. */
  next_try_at: string | null
}

export const ACTIVE = ['pending', 'processing'] as const
export const UNFINISHED = ['queued', 'claimed', 'transmitting'] as const
const INSERT_BATCH = 500

/** Null if the campaign has an active job of this kind. */
export async function insertJob(
  tx: Db,
  owner: OwnerId,
  job: Pick<JobRow, 'campaign_id' | 'kind' | 'resend' | 'sender' | 'created_at' | 'looked_at'>,
): Promise<JobRow | null> {
  const [row] = await tx
    .insert(send_jobs)
    .values({ owner_id: owner, status: 'pending', ...job })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function findJob(db: Db, owner: OwnerId, id: string): Promise<JobRow | null> {
  if (!isRowId(id)) return null
  const [row] = await db
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id)))
  return row ?? null
}

/** The campaign's active jobs, at most one of each kind. */
export async function listActiveJobsOf(db: Db, owner: OwnerId, campaignId: string): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(
      and(
        eq(send_jobs.owner_id, owner),
        eq(send_jobs.campaign_id, campaignId),
        inArray(send_jobs.status, [...ACTIVE]),
      ),
    )
}

export async function findActiveJob(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  kind: JobRow['kind'],
): Promise<JobRow | null> {
  return (await listActiveJobsOf(db, owner, campaignId)).find((job) => job.kind === kind) ?? null
}

/** Active jobs, oldest first. */
export async function listActiveJobs(db: Db, owner: OwnerId): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), inArray(send_jobs.status, [...ACTIVE])))
    .orderBy(send_jobs.created_at)
}

export async function listJobs(db: Db, owner: OwnerId, campaignId: string, limit: number): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.campaign_id, campaignId)))
    .orderBy(desc(send_jobs.created_at), desc(send_jobs.id))
    .limit(limit)
}

/** Null if the job wasn't active. */
export async function endJob(
  tx: Db,
  owner: OwnerId,
  id: string,
  end: { status: 'completed' | 'failed' | 'cancelled'; completed_at: string; error: string | null },
): Promise<JobRow | null> {
  const [row] = await tx
    .update(send_jobs)
    .set(end)
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id), inArray(send_jobs.status, [...ACTIVE])))
    .returning()
  return row ?? null
}

/** Counts each job's messages by state. */
export async function countStates(
  db: Db,
  owner: OwnerId,
  jobIds: string[],
): Promise<Map<string, StateCount[]>> {
  if (jobIds.length === 0) return new Map()
  const { job_id, state } = recipients
  const rows = await db
    .select({
      job_id: sql<string>`${job_id}`,
      state,
      count: sql<number>`count(*)::int`,
      next_try_at: sql<string | null>`min(${recipients.next_at}) filter (
        where ${state} = 'queued' and ${recipients.attempts} > 0)`.mapWith(recipients.next_at),
    })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), inArray(job_id, jobIds)))
    .groupBy(job_id, state)
  return Map.groupBy(rows, (row) => row.job_id)
}

/** The predicate of the index recipients_step_once. */
const STEP_ONCE = sql`step_id is not null and state in ('queued', 'claimed', 'transmitting', 'sent', 'unconfirmed')`

/** Leaves out follow-ups of which the recipient has one on its way, such as after a pause that was short. */
export async function insertRecipients(tx: Db, owner: OwnerId, rows: NewRecipient[]): Promise<void> {
  for (let from = 0; from < rows.length; from += INSERT_BATCH)
    await tx
      .insert(recipients)
      .values(rows.slice(from, from + INSERT_BATCH).map((row) => ({ ...row, owner_id: owner })))
      .onConflictDoNothing({
        target: [recipients.campaign_prospect_id, recipients.step_id],
        where: STEP_ONCE,
      })
}

/** Recipients who were not sent to because the job ended before their turn. */
export async function countInterrupted(db: Db, owner: OwnerId, campaignId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from campaign_prospects p
    where p.owner_id = ${owner} and p.campaign_id = ${campaignId} and p.email_status in ('pending', 'generated')
      and 'cancelled' = (
        select r.state from recipients r where r.campaign_prospect_id = p.id and r.step_id is null
        order by r.round desc limit 1)`)
  return rows[0]!.count
}

/** Each recipient's newest round in a campaign, with the state of its newest message from the template. */
export async function listNewestRounds(tx: Db, owner: OwnerId, campaignId: string) {
  const { rows } = await tx.execute<{
    campaign_prospect_id: string | null
    round: number
    state: RecipientRow['state'] | null
  }>(sql`
    select campaign_prospect_id, max(round) as round,
      (array_agg(state order by round desc) filter (where step_id is null))[1] as state
    from recipients where owner_id = ${owner} and campaign_id = ${campaignId}
    group by campaign_prospect_id`)
  return rows
}

/**
 * The newest hand-over to recipients whom a further round would reach, and how many of them have received the same text
 * since then. Null if there are none.
 */
export async function findAgain(db: Db, owner: OwnerId, campaignId: string, since: string) {
  const { rows } = await db.execute<{ last_sent_at: Date | null; unchanged: number }>(sql`
    select max(newest.finished_at) as last_sent_at,
      (count(*) filter (where newest.finished_at >= ${since} and newest.subject = email_subject
        and starts_with(newest.content, email_content)))::int as unchanged
    from campaign_prospects, lateral (
      select finished_at, subject, content from recipients
      where campaign_prospect_id = campaign_prospects.id and step_id is null and state in ('sent', 'unconfirmed')
      order by round desc limit 1) as newest
    where owner_id = ${owner} and campaign_id = ${campaignId} and email_status in ('sent', 'opened')`)
  const { last_sent_at, unchanged } = rows[0]!
  return last_sent_at === null ? null : { last_sent_at: new Date(last_sent_at).toISOString(), unchanged }
}

/** Counts queued messages that aren't charged yet, over all owners with the same payer. */
export async function countPromised(tx: Db, owner: OwnerId): Promise<number> {
  const spenders = sql`array(
    select id from owners where person_id = (select person_id from owners where id = ${owner}))`
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from recipients join send_jobs on send_jobs.id = recipients.job_id
    where send_jobs.owner_id = any(${spenders}) and send_jobs.status in ${[...ACTIVE]}
      and recipients.state = 'queued' and not recipients.is_charged`)
  return rows[0]!.count
}

/** Cancels queued messages of a job that has just ended and, if wanted, claimed ones. None of them has left. */
export async function cancelWaiting(
  tx: Db,
  owner: OwnerId,
  jobId: string,
  cancel: { includesClaimed: boolean; reason: string; at: string },
): Promise<{ id: string; is_charged: boolean }[]> {
  const states: RecipientRow['state'][] = cancel.includesClaimed ? ['queued', 'claimed'] : ['queued']
  const { rows } = await tx.execute<{ id: string; is_charged: boolean }>(sql`
    with waiting as (
      select id, is_charged from recipients
      where owner_id = ${owner} and job_id = ${jobId} and state = any(${sql.param(states)}::text[]) for update)
    update recipients r
    set state = 'cancelled', reason = ${cancel.reason}, finished_at = ${cancel.at}, is_charged = false,
      -- What was only claimed gives the room of its mailbox back.
      first_tried_at = case when r.state = 'claimed' and r.attempts = 1 then null else r.first_tried_at end
    from waiting where r.id = waiting.id
    returning r.id, waiting.is_charged`)
  return rows
}

export async function hasUnfinished(db: Db, owner: OwnerId, jobId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: recipients.id })
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.job_id, jobId),
        inArray(recipients.state, [...UNFINISHED]),
      ),
    )
    .limit(1)
  return row !== undefined
}

const shown = {
  id: recipients.id,
  campaign_prospect_id: recipients.campaign_prospect_id,
  prospect_id: recipients.prospect_id,
  email: recipients.email,
  round: recipients.round,
  step_id: recipients.step_id,
  step_position: recipients.step_position,
  state: recipients.state,
  reason: recipients.reason,
  attempts: recipients.attempts,
  next_at: recipients.next_at,
  queued_at: recipients.queued_at,
  finished_at: recipients.finished_at,
  // Other reasons to wait: the job, or the recipient's servers.
  held_until: send_jobs.held_until,
  held_reason: send_jobs.held_reason,
  slow_until: server_groups.slow_until,
  group_next_at: server_groups.next_at,
  group_held_until: server_groups.held_until,
  group_answer: server_groups.answer,
  mailbox_id: mailboxes.id,
  // As the message left, if it did.
  mailbox_address: sql<
    string | null
  >`coalesce(case when ${recipients.state} <> 'queued' then ${recipients.from_address} end, ${mailboxes.address})`,
}

/** The mailbox of a message from one; of a queued first message only if the person hears from it already. */
const ofMailbox = and(
  eq(recipients.sender, 'mailbox'),
  eq(
    mailboxes.id,
    sql`case when ${recipients.state} = 'queued' and ${recipients.step_id} is null then ${mailbox_people.mailbox_id}
      else ${recipients.mailbox_id} end`,
  ),
)

/** A recipient whose newest message came back. */
const isBounced = sql<boolean>`coalesce(${campaign_prospects.email_status} = 'bounced' and ${campaign_prospects.round} = ${recipients.round}, false)`

export const deliverySorts: Record<DeliverySort, SortBy & { direction: Direction }> = {
  queued: { expression: sql`${recipients.queued_at}`, cast: 'timestamptz', direction: 'descending' },
  next: { expression: sql`${recipients.next_at}`, cast: 'timestamptz', direction: 'ascending' },
}

export interface DeliveryFilter {
  recipient?: string | undefined
  kind?: DeliveryKind | undefined
  search?: string | undefined
}

export interface DeliveryList {
  filter: DeliveryFilter
  sort: DeliverySort
  after: Position | null
  limit: number
}

function ofKind(kind: DeliveryKind): SQL | undefined {
  if (kind === 'bounced') return isBounced
  const hasState = inArray(recipients.state, [...deliveryKinds[kind]])
  return kind === 'accepted' ? and(hasState, not(isBounced)) : hasState
}

const matching = (owner: OwnerId, campaignId: string, { recipient, kind, search }: DeliveryFilter) =>
  and(
    eq(recipients.owner_id, owner),
    eq(recipients.campaign_id, campaignId),
    recipient
      ? or(eq(recipients.campaign_prospect_id, recipient), eq(recipients.prospect_id, recipient))
      : undefined,
    kind ? ofKind(kind) : undefined,
    search?.trim() ? contains(sql`lower(${recipients.email})`, search) : undefined,
  )

/** A campaign's messages without contents. */
export async function listDeliveries(db: Db, owner: OwnerId, campaignId: string, list: DeliveryList) {
  const { direction, ...sort } = deliverySorts[list.sort]
  return db
    .select({
      ...shown,
      is_bounced: isBounced,
      bounce_reason: campaign_prospects.status_reason,
      sorted_by: sql<string>`(${sort.expression})::text`,
    })
    .from(recipients)
    .leftJoin(send_jobs, eq(send_jobs.id, recipients.job_id))
    .leftJoin(server_groups, eq(server_groups.name, recipients.server_group))
    .leftJoin(campaign_prospects, eq(campaign_prospects.id, recipients.campaign_prospect_id))
    .leftJoin(
      mailbox_people,
      and(eq(mailbox_people.owner_id, owner), eq(mailbox_people.email, sql`lower(${recipients.email})`)),
    )
    .leftJoin(mailboxes, ofMailbox)
    .where(
      and(
        matching(owner, campaignId, list.filter),
        list.after ? behind(sort, recipients.id, direction, list.after) : undefined,
      ),
    )
    .orderBy(...inOrder(sort, recipients.id, direction))
    .limit(list.limit)
}

export async function countDeliveries(db: Db, owner: OwnerId, campaignId: string, filter: DeliveryFilter) {
  const [row] = await db
    .select({ n: count() })
    .from(recipients)
    .leftJoin(campaign_prospects, eq(campaign_prospects.id, recipients.campaign_prospect_id))
    .where(matching(owner, campaignId, filter))
  return row?.n ?? 0
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

/** Attempts of these messages, oldest first. */
export async function listAttempts(db: Db, owner: OwnerId, recipientIds: string[]) {
  if (recipientIds.length === 0) return []
  const { recipient_id, outcome, code, answer, at } = send_attempts
  return db
    .select({ recipient_id, outcome, code, answer, at })
    .from(send_attempts)
    .where(and(eq(send_attempts.owner_id, owner), inArray(recipient_id, recipientIds)))
    .orderBy(asc(at), asc(send_attempts.id))
}

const sent = {
  id: recipients.id,
  owner_id: recipients.owner_id,
  campaign_id: recipients.campaign_id,
  campaign_prospect_id: recipients.campaign_prospect_id,
  prospect_id: recipients.prospect_id,
  email: recipients.email,
  round: recipients.round,
  step_id: recipients.step_id,
  state: recipients.state,
  transmitting_at: recipients.transmitting_at,
}
export type SentRow = Pick<RecipientRow, keyof typeof sent>

/** Messages by the ids in tokens, without contents. */
export async function listByIds(db: Db, _scope: SystemScope, ids: string[]): Promise<SentRow[]> {
  if (ids.length === 0) return []
  return db.select(sent).from(recipients).where(inArray(recipients.id, ids))
}

/** Messages by the ids that mail servers gave them. */
export async function listByServerIds(db: Db, owner: OwnerId, ids: string[]): Promise<SentRow[]> {
  if (ids.length === 0) return []
  return db
    .select(sent)
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), inArray(recipients.server_message_id, ids)))
}

/** Returns which of these ids a mail server gave to a message of the owner. */
export async function listServerIds(db: Db, owner: OwnerId, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { server_message_id } = recipients
  const rows = await db
    .selectDistinct({ id: server_message_id })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), inArray(server_message_id, ids)))
  return rows.flatMap(({ id }) => id ?? [])
}

/** The newest message handed over to a (lower-case) address since then. */
export async function findLatestTo(
  db: Db,
  owner: OwnerId,
  email: string,
  since: string,
): Promise<SentRow | null> {
  const [row] = await db
    .select(sent)
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(sql`lower(${recipients.email})`, email),
        inArray(recipients.state, ['transmitting', 'sent', 'unconfirmed']),
        gte(recipients.transmitting_at, since),
      ),
    )
    .orderBy(desc(recipients.transmitting_at))
    .limit(1)
  return row ?? null
}

/** Queued messages that were tried get the full time again, for one owner or for all. */
export async function restartTries(tx: Db, owner: OwnerId | SystemScope, at: string): Promise<void> {
  await tx
    .update(recipients)
    .set({ first_tried_at: at })
    .where(
      and(
        typeof owner === 'string' ? eq(recipients.owner_id, owner) : undefined,
        eq(recipients.state, 'queued'),
        isNotNull(recipients.first_tried_at),
      ),
    )
}
