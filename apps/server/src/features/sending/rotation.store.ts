import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { plainList, textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { recipients, send_jobs } from '../../db/schema.ts'
import { ACTIVE, type RecipientRow } from './sending.store.ts'

/** Messages of a job in a page. */
export const PAGE_SIZE = 1000

export interface DueRow {
  id: string
  email: string
  attempts: number
  next_at: string
  step_id: string | null
  /** That of a follow-up, or of an earlier try. */
  mailbox_id: string | null
  /** The mailbox that the person hears from; perhaps removed. */
  person_mailbox: string | null
}

interface DuePage {
  job_id: string
  now: string
  isRetry: boolean
  blockedGroups: readonly string[]
  /** Mailboxes from which nothing more leaves today. */
  closed: readonly string[]
  /** The last message of the page before. */
  after?: Pick<DueRow, 'next_at' | 'id'> | undefined
}

/** Due messages of a job from own mailboxes, in order. */
export async function listDue(tx: Db, owner: OwnerId, page: DuePage): Promise<DueRow[]> {
  const { rows } = await tx.execute<DueRow & Record<string, unknown>>(sql`
    select r.id, r.email, r.attempts, r.next_at::text, r.step_id, r.mailbox_id, p.mailbox_id as person_mailbox
    from recipients r left join mailbox_people p on p.owner_id = r.owner_id and p.email = lower(r.email)
    where r.owner_id = ${owner} and r.job_id = ${page.job_id} and r.sender = 'mailbox' and r.state = 'queued'
      and r.next_at <= ${page.now} and ${page.isRetry ? sql`r.attempts > 0` : sql`r.attempts = 0`}
      and coalesce(r.server_group <> all(${textList(page.blockedGroups)}), true)
      and coalesce(case when r.step_id is null then p.mailbox_id else r.mailbox_id end
        <> all(${plainList(page.closed)}::uuid[]), true)
      and ${page.after ? sql`(r.next_at, r.id) > (${page.after.next_at}::timestamptz, ${page.after.id}::uuid)` : sql`true`}
    order by r.next_at, r.id limit ${PAGE_SIZE}`)
  return rows
}

/** Queued follow-ups that go before first messages, by mailbox; null for the return address. */
export async function countFirst(tx: Db, owner: OwnerId, now: string): Promise<Map<string | null, number>> {
  const { rows } = await tx.execute<{ mailbox_id: string | null; messages: number }>(sql`
    select r.mailbox_id, count(*)::int as messages from send_jobs j
    join campaigns c on c.id = j.campaign_id and c.follow_ups_first
    join recipients r on r.job_id = j.id and r.state = 'queued' and r.attempts = 0 and r.next_at <= ${now}
    where j.owner_id = ${owner} and j.kind = 'follow_ups' and j.status in ('pending', 'processing')
    group by r.mailbox_id`)
  return new Map(rows.map(({ mailbox_id, messages }) => [mailbox_id, messages]))
}

/** Messages in a plan that go before those of a send. Days beyond these are planned too early. */
const AHEAD_MAX = 50_000

export interface AheadRow {
  job_id: string
  mailbox_ids: string[] | null
  is_first: boolean
  sender: RecipientRow['sender']
  /** The mailbox from which it leaves. Null if one is chosen, and for the return address. */
  bound: string | null
}

/** What is queued of the owner's other jobs and goes before this campaign's send, in the order of the claims. */
export async function listAhead(db: Db, owner: OwnerId, campaignId: string): Promise<AheadRow[]> {
  const { rows } = await db.execute<AheadRow & Record<string, unknown>>(sql`
    with jobs as (
      select j.id, j.created_at, j.campaign_id, j.kind, j.sender, c.mailbox_ids,
        j.kind = 'follow_ups' and c.follow_ups_first as is_first
      from send_jobs j join campaigns c on c.id = j.campaign_id
      where j.owner_id = ${owner} and j.status in ('pending', 'processing')),
    own as (select created_at, id from jobs where campaign_id = ${campaignId} and kind = 'send')
    select j.id as job_id, j.mailbox_ids, j.is_first, s.sender,
      case when s.sender = 'shared' then null when r.step_id is null then m.id else r.mailbox_id end as bound
    from jobs j left join own on true
    join recipients r on r.owner_id = ${owner} and r.job_id = j.id and r.state = 'queued' and r.attempts = 0
    left join mailbox_people p on p.owner_id = r.owner_id and p.email = lower(r.email)
    left join mailboxes m on m.id = p.mailbox_id and m.removed_at is null
    cross join lateral (
      select case when j.kind = 'send' and j.sender = 'shared' and m.id is null then 'shared' else r.sender end
    ) as s (sender)
    where (j.campaign_id <> ${campaignId} or j.kind <> 'send') and (j.is_first or own.id is null or (j.created_at, j.id) < (own.created_at, own.id))
    order by j.is_first desc, j.created_at, j.id, s.sender, r.next_at, r.id limit ${AHEAD_MAX}`)
  return rows
}

/** Locks these queued messages, skipping those another worker has locked. */
export async function lockQueuedByIds(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
): Promise<RecipientRow[]> {
  if (ids.length === 0) return []
  const { owner_id, id, state, next_at } = recipients
  return tx
    .select()
    .from(recipients)
    .where(and(eq(owner_id, owner), inArray(id, [...ids]), eq(state, 'queued')))
    .orderBy(asc(next_at), asc(id))
    .for('update', { skipLocked: true })
}

/** The distinct mailboxes that a job's due messages need. Null stands for messages that any mailbox may send. */
export async function listAwaited(
  tx: Db,
  owner: OwnerId,
  page: Omit<DuePage, 'isRetry' | 'closed'>,
): Promise<(string | null)[]> {
  const { rows } = await tx.execute<{ mailbox_id: string | null }>(sql`
    select distinct case when r.step_id is null then p.mailbox_id else r.mailbox_id end as mailbox_id
    from recipients r left join mailbox_people p on p.owner_id = r.owner_id and p.email = lower(r.email)
    where r.owner_id = ${owner} and r.job_id = ${page.job_id} and r.sender = 'mailbox' and r.state = 'queued'
      and r.next_at <= ${page.now} and coalesce(r.server_group <> all(${textList(page.blockedGroups)}), true)`)
  return rows.map(({ mailbox_id }) => mailbox_id)
}

/** Campaign messages that each mailbox hands over, or did since then, retries too. */
export async function countLeaving(tx: Db, owner: OwnerId, since: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ mailbox_id: string; messages: number }>(sql`
    select m.id as mailbox_id, (
      select count(*) from recipients r where r.mailbox_id = m.id and r.transmitting_at >= ${since}) + (
      select count(*) from recipients r
      where r.owner_id = m.owner_id and r.mailbox_id = m.id and r.state = 'claimed')::int as messages
    from mailboxes m where m.owner_id = ${owner} and m.removed_at is null`)
  return new Map(rows.map(({ mailbox_id, messages }) => [mailbox_id, Number(messages)]))
}

/** Nobody binds these people any more, so they hear from the return address like the rest of their campaign. */
export async function leaveFromReturnAddress(tx: Db, owner: OwnerId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(recipients)
    .set({ sender: 'shared', mailbox_id: null })
    .where(
      and(eq(recipients.owner_id, owner), inArray(recipients.id, [...ids]), eq(recipients.state, 'queued')),
    )
}

/**
 * What waits of a running send leaves from there. Nobody changes from the mailbox that they hear from, so messages from
 * mailboxes become the return address's one by one, as they are claimed.
 */
export async function sendFrom(
  tx: Db,
  owner: OwnerId,
  campaignId: string,
  sender: RecipientRow['sender'],
): Promise<void> {
  const jobs = await tx
    .update(send_jobs)
    .set({ sender })
    .where(
      and(
        eq(send_jobs.owner_id, owner),
        eq(send_jobs.campaign_id, campaignId),
        eq(send_jobs.kind, 'send'),
        inArray(send_jobs.status, [...ACTIVE]),
      ),
    )
    .returning({ id: send_jobs.id })
  if (sender === 'shared') return
  for (const job of jobs)
    await tx
      .update(recipients)
      .set({ sender })
      .where(
        and(eq(recipients.owner_id, owner), eq(recipients.job_id, job.id), eq(recipients.state, 'queued')),
      )
}

/** Queued follow-ups of a job to people who hear from another mailbox since. */
export async function listMoved(db: Db, owner: OwnerId, jobId: string) {
  const { rows } = await db.execute<{ campaign_prospect_id: string; step_id: string }>(sql`
    select r.campaign_prospect_id, r.step_id from recipients r
    join mailbox_people p on p.owner_id = r.owner_id and p.email = lower(r.email)
    join mailboxes m on m.id = p.mailbox_id
    where r.owner_id = ${owner} and r.job_id = ${jobId} and r.state = 'queued'
      and case when r.sender = 'mailbox' then p.mailbox_id <> r.mailbox_id else m.removed_at is null end
      and r.step_id is not null and r.campaign_prospect_id is not null`)
  return rows
}
