import { and, asc, eq, gt, inArray, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../../db/belongs-to.ts'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { recipients, send_jobs, sending_pauses } from '../../../db/schema.ts'
import { ACTIVE, type JobRow, type RecipientRow, UNFINISHED } from '../sending.store.ts'

/**
 * Owners take turns, however many jobs each has: whoever has the fewest messages under way comes first, with the
 * oldest job. Under equals chance decides, so that nobody is always the last at a provider that takes few at once.
 */
const byTurns = [
  sql`row_number() over (partition by ${send_jobs.owner_id} order by ${send_jobs.created_at}, ${send_jobs.id}) + (
    select count(*) from ${recipients}
    where ${recipients.owner_id} = ${send_jobs.owner_id} and ${recipients.state} in ('claimed', 'transmitting'))`,
  sql`random()`,
]

/** A held job's messages that wait for a first try are not gone through: an index of its own finds its retries. */
const isAnyDue = (now: string, besides?: SQL): SQL => sql`(
  select true from ${recipients}
  where ${recipients.job_id} = ${send_jobs.id} and ${recipients.state} = 'queued'
    and ${recipients.next_at} <= ${now} ${besides ? sql`and ${besides}` : sql``}
    and (${recipients.server_group} is null or ${recipients.server_group} not in (
      select name from server_groups where held_until > ${now} or next_at > ${now}))
  order by ${recipients.next_at} limit 1)`

/** Active jobs with messages that are due. */
export async function listDueJobs(_scope: SystemScope, db: Db, now: string): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(
      and(
        inArray(send_jobs.status, [...ACTIVE]),
        // One message of each job is enough to know: "exists" would be joined, with every message that waits.
        sql`case when ${send_jobs.held_until} > ${now}
          then ${isAnyDue(now, sql`${recipients.attempts} > 0`)} else ${isAnyDue(now)} end`,
      ),
    )
    .orderBy(...byTurns)
    .limit(100)
}

/** Holds an active job against its end, beside other claims; null when it is over. */
export async function shareActiveJob(owner: OwnerId, tx: Db, id: string): Promise<JobRow | null> {
  const [row] = await tx
    .select()
    .from(send_jobs)
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id), inArray(send_jobs.status, [...ACTIVE])))
    .for('share')
  return row ?? null
}

/** The first message of a job turns it from pending to processing. */
export async function markProcessing(owner: OwnerId, db: Db, id: string): Promise<void> {
  await db
    .update(send_jobs)
    .set({ status: 'processing' })
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id), eq(send_jobs.status, 'pending')))
}

const due = {
  ...{ id: recipients.id, email: recipients.email, round: recipients.round },
  ...{ campaign_prospect_id: recipients.campaign_prospect_id, is_charged: recipients.is_charged },
  ...{ queued_at: recipients.queued_at, attempts: recipients.attempts },
  server_group: recipients.server_group,
}
export type DueRow = Pick<RecipientRow, keyof typeof due>

export interface DuePage {
  job_id: string
  now: string
  limit: number
  /** Groups of receiving servers that take nothing now. */
  blocked: string[]
  /** A daily limit holds back what was never tried. */
  isOnlyRetries: boolean
}

/** Locks due messages of a job; those that another worker looks at are passed over. */
export async function lockDue(owner: OwnerId, tx: Db, page: DuePage): Promise<DueRow[]> {
  return tx
    .select(due)
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.job_id, page.job_id),
        eq(recipients.state, 'queued'),
        lte(recipients.next_at, page.now),
        page.isOnlyRetries ? gt(recipients.attempts, 0) : undefined,
        page.blocked.length > 0
          ? or(isNull(recipients.server_group), notInArray(recipients.server_group, page.blocked))
          : undefined,
      ),
    )
    .orderBy(asc(recipients.next_at), asc(recipients.id))
    .limit(page.limit)
    .for('update', { skipLocked: true })
}

/** Makes locked messages this worker's, charged. */
export async function claimRows(
  owner: OwnerId,
  tx: Db,
  ids: string[],
  claim: { worker_id: string; at: string },
): Promise<RecipientRow[]> {
  if (ids.length === 0) return []
  return tx
    .update(recipients)
    .set({
      state: 'claimed',
      worker_id: claim.worker_id,
      attempts: sql`${recipients.attempts} + 1`,
      first_tried_at: sql`coalesce(${recipients.first_tried_at}, ${claim.at})`,
      is_charged: true,
    })
    .where(and(belongsTo(recipients.owner_id, owner), isOneOf(recipients.id, ids)))
    .returning()
}

/** How a message ends that is not sent at all. */
export type Ending =
  | { state: 'cancelled' | 'suppressed'; reason: string }
  | { state: 'failed'; refusal: 'address'; reason: string }

/** Ends messages that are not sent at all. */
export async function dropRows(
  owner: OwnerId,
  tx: Db,
  ids: string[],
  end: Ending & { finished_at: string },
): Promise<void> {
  await tx
    .update(recipients)
    .set({ ...end, is_charged: false })
    .where(and(eq(recipients.owner_id, owner), inArray(recipients.id, ids)))
}

const BACK_IN_QUEUE = {
  state: 'queued' as const,
  worker_id: null,
  attempts: sql`greatest(${recipients.attempts} - 1, 0)`,
}

const heldBy = (workerId: string, id: string, state: 'claimed' | 'transmitting' = 'claimed') =>
  and(eq(recipients.id, id), eq(recipients.worker_id, workerId), eq(recipients.state, state))

const isPaused = sql`exists (
  select 1 from ${sending_pauses}
  where ${sending_pauses.owner_id} = ${recipients.owner_id} and ${sending_pauses.lifted_at} is null
    and (${sending_pauses.campaign_id} is null or ${sending_pauses.campaign_id} = ${recipients.campaign_id}))`

/**
 * In a form that no index is read for: nearly every message was claimed a moment ago, and an index by state holds on to
 * all of them until the table is cleaned up.
 */
const isClaimed = sql`coalesce(${recipients.state} = 'claimed' and ${recipients.job_id} is not null, false)`

/**
 * The last step before bodies leave; answers those whose claim still holds, who are not suppressed and whom no pause
 * holds back, whichever worker wrote it down. What a cancellation holds at this moment is passed over, so the two never wait for each other.
 */
export async function markTransmitting(
  owner: OwnerId,
  db: Db,
  ids: string[],
  mark: { worker_id: string; at: string; suppressed: SQL },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.execute<{ id: string }>(sql`
    update recipients set state = 'transmitting', transmitting_at = ${mark.at}
    where ${belongsTo(recipients.owner_id, owner)} and recipients.id in (
      select id from recipients
      where ${isOneOf(recipients.id, ids)} and ${belongsTo(recipients.owner_id, owner)}
        and worker_id = ${mark.worker_id} and ${isClaimed} and not ${isPaused}
        and id not in (${mark.suppressed})
      for update skip locked)
    returning id`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * A claimed message that was not tried goes back as if it had not been claimed; a marked one that was broken off before
 * its end has left does, too: the server has none of it.
 */
export async function releaseRow(
  owner: OwnerId,
  db: Db,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
  from: 'claimed' | 'transmitting' = 'claimed',
): Promise<void> {
  await db
    .update(recipients)
    .set({ ...BACK_IN_QUEUE, transmitting_at: null })
    .where(and(eq(recipients.owner_id, owner), heldBy(row.worker_id ?? '', row.id, from)))
}

/** A claimed message whose owner's suppression came in between, still held by this worker. */
export async function lockClaimed(
  owner: OwnerId,
  tx: Db,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
): Promise<RecipientRow | null> {
  const [held] = await tx
    .select()
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), heldBy(row.worker_id ?? '', row.id)))
    .for('update')
  return held ?? null
}

/** Claims of dead workers go back to the queue: not a byte of them has left. */
export async function releaseDead(_scope: SystemScope, db: Db, alive: string[]): Promise<void> {
  await db
    .update(recipients)
    .set(BACK_IN_QUEUE)
    .where(and(eq(recipients.state, 'claimed'), notInArray(recipients.worker_id, alive)))
}

/** Messages that dead workers were handing over. */
export async function listDeadTransmitting(
  _scope: SystemScope,
  db: Db,
  alive: string[],
): Promise<RecipientRow[]> {
  return db
    .select()
    .from(recipients)
    .where(and(eq(recipients.state, 'transmitting'), notInArray(recipients.worker_id, alive)))
    .limit(1000)
}

/** Messages that wait for a job that is gone with its campaign. */
export async function listOrphans(_scope: SystemScope, db: Db): Promise<RecipientRow[]> {
  return db
    .select()
    .from(recipients)
    .where(and(isNull(recipients.job_id), inArray(recipients.state, ['queued', 'claimed'])))
    .limit(1000)
}

export async function hasUnfinished(owner: OwnerId, db: Db, jobId: string): Promise<boolean> {
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

/** Jobs whose messages are all finished though nobody said so: their last worker died in between. */
export async function listDoneJobs(_scope: SystemScope, db: Db): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(
      and(
        inArray(send_jobs.status, [...ACTIVE]),
        sql`not exists (select 1 from ${recipients} where ${recipients.job_id} = ${send_jobs.id} and ${recipients.state} in ('queued', 'claimed', 'transmitting'))`,
      ),
    )
    .limit(1000)
}
