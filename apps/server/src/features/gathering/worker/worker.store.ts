import { and, eq, gt, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { gathering_items, gathering_jobs } from '../../../db/schema.ts'
import { ACTIVE, type ItemRow, type JobRow } from '../gathering.store.ts'

/** More turns than a gathering can have: each is one business of each website. */
const AFTER_ALL_OTHERS = 1_000_000

/** A business in the hands of a worker. */
export type ClaimedItem = Pick<
  ItemRow,
  'id' | 'owner_id' | 'job_id' | 'business_id' | 'worker_id' | 'attempts'
>

/**
 * Takes queued businesses under a lease. Rows that other workers hold are passed over. Owners take turns by how
 * much is being read for each already, so that a large job does not hold up a small one; a website that is being
 * read is left out, so that many businesses of one website don't keep all workers waiting for it.
 */
export async function claimItems(
  _scope: SystemScope,
  db: Db,
  claim: { worker_id: string; lease_until: string; limit: number },
): Promise<ClaimedItem[]> {
  const { worker_id, lease_until, limit } = claim
  const { rows } = await db.execute<ClaimedItem>(sql`
    with busy as materialized (
      select owner_id, host from ${gathering_items} where state = 'claimed'
    ), load as (select owner_id, count(*) as claimed from busy group by owner_id)
    update ${gathering_items} set state = 'claimed', worker_id = ${worker_id}, lease_until = ${lease_until}, attempts = attempts + 1
    where id in (
      select turn.id from (
        select item.id,
          coalesce(load.claimed, 0)
            + row_number() over (partition by item.owner_id order by item.created_at, item.turn, item.position) as place,
          row_number() over (partition by coalesce(item.host, item.id::text) order by item.created_at, item.turn) as at_host
        from ${gathering_jobs} job
        cross join lateral (
          select id, owner_id, host, turn, position, job.created_at from ${gathering_items}
          where job_id = job.id and state = 'queued'
            and (host is null or host not in (select host from busy where host is not null))
          order by turn, position limit ${limit} for update skip locked
        ) item
        left join load on load.owner_id = item.owner_id
        where job.status in ('pending', 'processing')
      ) turn
      where turn.at_host = 1
      order by turn.place, random() limit ${limit}
    )
    returning id, owner_id, job_id, business_id, worker_id, attempts`)
  return rows
}

export async function renewLeases(_scope: SystemScope, db: Db, itemIds: string[], leaseUntil: string) {
  await db
    .update(gathering_items)
    .set({ lease_until: leaseUntil })
    .where(and(inArray(gathering_items.id, itemIds), eq(gathering_items.state, 'claimed')))
}

/** A claimed business goes back to the queue as if it had not been claimed: its worker is stopping. */
export async function releaseItem(owner: OwnerId, db: Db, item: ClaimedItem) {
  await db
    .update(gathering_items)
    .set({ state: 'queued', worker_id: null, lease_until: null, attempts: item.attempts - 1 })
    .where(
      and(
        eq(gathering_items.owner_id, owner),
        eq(gathering_items.id, item.id),
        eq(gathering_items.state, 'claimed'),
        eq(gathering_items.worker_id, item.worker_id ?? ''),
      ),
    )
}

/**
 * Businesses of workers that gave no sign of life go back to the end of the queue, or are given up after several tries:
 * whatever ended their worker, the others are read first. A lease that ends later than any can was given by a clock that
 * has been set back since.
 */
export async function releaseExpired(
  _scope: SystemScope,
  db: Db,
  leases: { now: string; latest: string },
  maxAttempts: number,
): Promise<ItemRow[]> {
  const isOver = or(
    lt(gathering_items.lease_until, leases.now),
    gt(gathering_items.lease_until, leases.latest),
  )
  const isExpired = and(eq(gathering_items.state, 'claimed'), isOver)
  const over = db
    .select({ id: gathering_jobs.id })
    .from(gathering_jobs)
    .where(notInArray(gathering_jobs.status, [...ACTIVE]))
  await db
    .update(gathering_items)
    .set({ state: 'cancelled', worker_id: null, lease_until: null })
    .where(and(isExpired, inArray(gathering_items.job_id, over)))
  await db
    .update(gathering_items)
    .set({
      ...{ state: 'queued', worker_id: null, lease_until: null },
      turn: sql`${gathering_items.turn} + ${AFTER_ALL_OTHERS}`,
    })
    .where(and(isExpired, lt(gathering_items.attempts, maxAttempts)))
  return db.select().from(gathering_items).where(isExpired)
}

/** Finishes a claimed business; false when the claim was lost meanwhile, so that nothing counts twice. */
export async function finishItem(
  owner: OwnerId,
  tx: Db,
  item: { id: string; worker_id: string | null },
  end: { state: 'done' | 'cancelled'; outcome: string; finished_at: string },
): Promise<boolean> {
  const rows = await tx
    .update(gathering_items)
    .set({ ...end, worker_id: null, lease_until: null })
    .where(
      and(
        eq(gathering_items.owner_id, owner),
        eq(gathering_items.id, item.id),
        eq(gathering_items.state, 'claimed'),
        item.worker_id === null ? undefined : eq(gathering_items.worker_id, item.worker_id),
      ),
    )
    .returning({ id: gathering_items.id })
  return rows.length > 0
}

/** Which of these jobs are over: cancelled by their owner, or gone with their table. */
export async function listOverJobs(_scope: SystemScope, db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: gathering_jobs.id })
    .from(gathering_jobs)
    .where(and(inArray(gathering_jobs.id, ids), inArray(gathering_jobs.status, [...ACTIVE])))
  const active = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !active.has(id)))
}

/** Jobs whose businesses are all finished though nobody said so: their last worker died in between. */
export async function listDoneJobs(_scope: SystemScope, db: Db): Promise<JobRow[]> {
  return db
    .select()
    .from(gathering_jobs)
    .where(
      and(
        inArray(gathering_jobs.status, [...ACTIVE]),
        sql`not exists (select 1 from ${gathering_items} where ${gathering_items.job_id} = ${gathering_jobs.id} and ${gathering_items.state} in ('queued', 'claimed'))`,
      ),
    )
}

export interface FoundCounts {
  prospects_found: number
  prospects_added: number
  left_out_suppressed: number
  left_out_deleted: number
}

export async function setFound(owner: OwnerId, tx: Db, itemId: string, found: FoundCounts) {
  await tx
    .update(gathering_items)
    .set(found)
    .where(and(eq(gathering_items.owner_id, owner), eq(gathering_items.id, itemId)))
}

/** The first business of a job turns it from pending to processing; says so once. */
export async function markProcessing(owner: OwnerId, tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .update(gathering_jobs)
    .set({ status: 'processing' })
    .where(
      and(
        eq(gathering_jobs.owner_id, owner),
        eq(gathering_jobs.id, id),
        eq(gathering_jobs.status, 'pending'),
      ),
    )
    .returning({ id: gathering_jobs.id })
  return rows.length > 0
}

/** Whether businesses of a job wait or are read. Holds the job, so that of two last ones the second sees the first. */
export async function hasUnfinished(owner: OwnerId, tx: Db, jobId: string): Promise<boolean> {
  await tx
    .select({ id: gathering_jobs.id })
    .from(gathering_jobs)
    .where(eq(gathering_jobs.id, jobId))
    .for('no key update')
  const rows = await tx
    .select({ id: gathering_items.id })
    .from(gathering_items)
    .where(
      and(
        eq(gathering_items.owner_id, owner),
        eq(gathering_items.job_id, jobId),
        sql`${gathering_items.state} in ('queued', 'claimed')`,
      ),
    )
    .limit(1)
  return rows.length > 0
}
