import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { plainList, textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { recipients, send_jobs } from '../../db/schema.ts'
import { isActive } from './send-jobs.store.ts'
import type { JobRow, RecipientRow, SenderKind } from './sending.store.ts'

/** Messages of a job in a page. */
export const PAGE_SIZE = 1000

export interface DueRow {
  id: string
  sender: SenderKind
  email: string
  attempts: number
  next_at: string
  step_id: string | null
  /** The mailbox of a follow-up, or of an earlier attempt. */
  mailbox_id: string | null
  /** The mailbox that the person hears from; perhaps removed. */
  person_mailbox: string | null
}

interface DuePage {
  job_id: string
  senders: readonly SenderKind[]
  now: string
  isRetry: boolean
  blockedGroups: readonly string[]
  /** Mailboxes from which nothing more leaves today. */
  closed: readonly string[]
  /** The last message of the page before. */
  after?: Pick<DueRow, 'next_at' | 'id'> | undefined
}

/** Due messages of a job, in order. */
export async function listDue(tx: Db, owner: OwnerId, page: DuePage): Promise<DueRow[]> {
  const { rows } = await tx.execute<DueRow & Record<string, unknown>>(sql`
    select r.id, r.sender, r.email, r.attempts, r.next_at::text, r.step_id, r.mailbox_id,
      p.mailbox_id as person_mailbox
    from recipients r left join mailbox_people p on p.owner_id = r.owner_id and p.email = lower(r.email)
    where r.owner_id = ${owner} and r.job_id = ${page.job_id} and r.state = 'queued'
      and r.sender = any(${textList(page.senders)}) and r.next_at <= ${page.now} and ${page.isRetry ? sql`r.attempts > 0` : sql`r.attempts = 0`}
      and coalesce(r.server_group <> all(${textList(page.blockedGroups)}), true)
      and (r.sender = 'shared' or coalesce(case when r.step_id is null then p.mailbox_id else r.mailbox_id end
        <> all(${plainList(page.closed)}::uuid[]), true))
      and ${page.after ? sql`(r.next_at, r.id) > (${page.after.next_at}::timestamptz, ${page.after.id}::uuid)` : sql`true`}
    order by r.next_at, r.id limit ${PAGE_SIZE}`)
  return rows
}

export interface ServedJob extends Pick<JobRow, 'id' | 'kind' | 'sender'> {
  mailbox_ids: string[] | null
  /** Follow-ups that go first, then first messages, then other follow-ups. */
  rank: number
}

/** By kind and the rule of the campaign. */
export const rankOfJob = sql<number>`case
  when send_jobs.kind = 'send' then 1
  when (select follow_ups_first from campaigns where campaigns.id = send_jobs.campaign_id) then 0
  else 2 end`

/** The active jobs of an owner in the order in which claims serve them. Due follow-ups of equal rank mix by their day. */
export async function listServedJobs(
  tx: Db,
  owner: OwnerId,
  without: readonly string[],
): Promise<ServedJob[]> {
  const { rows } = await tx.execute<ServedJob & Record<string, unknown>>(sql`
    select send_jobs.id, send_jobs.kind, send_jobs.sender, c.mailbox_ids, ${rankOfJob} as rank
    from send_jobs join campaigns c on c.id = send_jobs.campaign_id
    where send_jobs.owner_id = ${owner} and send_jobs.status in ('pending', 'processing')
      and send_jobs.id <> all(${plainList(without)}::uuid[])
    order by rank, case when send_jobs.kind = 'send' then send_jobs.created_at end, c.created_at, send_jobs.id`)
  return rows
}

/** First messages in a plan that are queued already. Days beyond these are planned too early. */
const QUEUED_MAX = 50_000

export interface QueuedRow {
  job_id: string
  campaign_id: string
  mailbox_ids: string[] | null
  sender: SenderKind
  is_older: boolean
  /** The mailbox from which it leaves. Null if one is chosen, and for the return address. */
  bound: string | null
  is_followed: boolean
}

/** First messages that other campaigns have queued, in the order of the claims. `is_older`: before this campaign's. */
export async function listQueued(db: Db, owner: OwnerId, campaignId: string): Promise<QueuedRow[]> {
  const { rows } = await db.execute<QueuedRow & Record<string, unknown>>(sql`
    with jobs as (
      select * from send_jobs where owner_id = ${owner} and kind = 'send' and status in ('pending', 'processing')),
    own as (select created_at, id from jobs where campaign_id = ${campaignId})
    select j.id as job_id, j.campaign_id, c.mailbox_ids, j.sender,
      case when r.sender = 'mailbox' then m.id end as bound,
      own.id is null or (j.created_at, j.id) < (own.created_at, own.id) as is_older,
      not exists (select from enrolments e where e.campaign_prospect_id = r.campaign_prospect_id) as is_followed
    from jobs j join campaigns c on c.id = j.campaign_id left join own on true
    join recipients r on r.owner_id = ${owner} and r.job_id = j.id and r.state = 'queued' and r.attempts = 0
    left join mailbox_people p on p.owner_id = r.owner_id and p.email = lower(r.email)
    left join mailboxes m on m.id = p.mailbox_id and m.removed_at is null
    where j.campaign_id <> ${campaignId}
    order by j.created_at, j.id, r.next_at, r.id limit ${QUEUED_MAX}`)
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
  page: Pick<DuePage, 'job_id' | 'now' | 'blockedGroups'>,
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
 * Changes where the queued messages of a running send leave from. People bound to a mailbox keep it, so messages from
 * mailboxes become the return address's one by one, as they are claimed.
 */
export async function sendFrom(
  tx: Db,
  owner: OwnerId,
  campaignId: string,
  sender: SenderKind,
): Promise<void> {
  const jobs = await tx
    .update(send_jobs)
    .set({ sender })
    .where(
      and(
        eq(send_jobs.owner_id, owner),
        eq(send_jobs.campaign_id, campaignId),
        eq(send_jobs.kind, 'send'),
        isActive,
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
