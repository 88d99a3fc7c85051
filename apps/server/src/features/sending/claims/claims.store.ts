import { and, asc, eq, gt, inArray, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { plainList } from '../../../db/belongs-to.ts'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { claims, recipients, send_jobs } from '../../../db/schema.ts'
import { ACTIVE, type JobRow, type RecipientRow, UNFINISHED } from '../sending.store.ts'
import { isFree, listHeld } from './held.store.ts'

/**
 * Owners take turns, however many jobs each has: whoever has the fewest messages under way comes first, with the
 * oldest job. Under equals chance decides, so that nobody is always the last at a provider that takes few at once.
 */
const byTurns = [
  sql`row_number() over (partition by ${send_jobs.owner_id} order by ${send_jobs.created_at}, ${send_jobs.id}) + (
    select count(*) from ${claims} where ${claims.owner_id} = ${send_jobs.owner_id})`,
  sql`random()`,
]

/** A held job's messages that wait for a first try are not gone through: an index of its own finds its retries. */
const isAnyDue = (now: string, besides?: SQL): SQL => sql`(
  select true from ${recipients}
  where ${recipients.job_id} = ${send_jobs.id} and ${recipients.state} = 'queued'
    and ${recipients.next_at} <= ${now} ${besides ? sql`and ${besides}` : sql``}
    and ${recipients.id} not in (select recipient_id from claims where owner_id = ${send_jobs.owner_id})
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

export interface DuePage {
  job_id: string
  now: string
  limit: number
  /** Groups of receiving servers that take nothing now. */
  blocked: string[]
  /** A daily limit holds back what was never tried. */
  isOnlyRetries: boolean
}

/** Locks due messages of a job that no worker holds; those that another one looks at are passed over. */
export async function lockDue(owner: OwnerId, tx: Db, page: DuePage): Promise<RecipientRow[]> {
  const due = tx
    .select()
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.job_id, page.job_id),
        eq(recipients.state, 'queued'),
        lte(recipients.next_at, page.now),
        isFree(owner),
        page.isOnlyRetries ? gt(recipients.attempts, 0) : undefined,
        page.blocked.length > 0
          ? or(isNull(recipients.server_group), notInArray(recipients.server_group, page.blocked))
          : undefined,
      ),
    )
    .orderBy(asc(recipients.next_at), asc(recipients.id))
    .limit(page.limit)
    .for('update', { skipLocked: true })
  // Past the mapping of columns, which costs more than the query: by the hundred, with all that they say.
  const { rows } = await tx.execute<RecipientRow & Record<string, unknown>>(due.getSQL())
  // Claimed by another between the look at claims and the lock: from here on nobody else can.
  const held = rows.length > 0 ? await listHeld(owner, tx, rows.map(idOf)) : new Set()
  return rows.filter(({ id }) => !held.has(id)).map(withTimes)
}

const toIso = (at: string) => new Date(at).toISOString()

const withTimes = (row: RecipientRow): RecipientRow => {
  const { next_at, queued_at, first_tried_at, transmitting_at, finished_at } = row
  return {
    ...row,
    ...{ next_at: toIso(next_at), queued_at: toIso(queued_at) },
    first_tried_at: first_tried_at && toIso(first_tried_at),
    transmitting_at: transmitting_at && toIso(transmitting_at),
    finished_at: finished_at && toIso(finished_at),
  }
}

const idOf = ({ id }: Pick<RecipientRow, 'id'>) => id

/** Makes locked messages this worker's, as they stand from then on: charged, with this try among their attempts. */
export async function claimRows(
  owner: OwnerId,
  tx: Db,
  rows: RecipientRow[],
  claim: { job_id: string; worker_id: string; at: string },
): Promise<RecipientRow[]> {
  if (rows.length === 0) return []
  const { worker_id, at } = claim
  const claimed = rows.map((row) => ({
    ...row,
    ...{ state: 'claimed' as const, is_charged: true, worker_id, attempts: row.attempts + 1 },
    first_tried_at: row.first_tried_at ?? at,
  }))
  const column = (name: 'id' | 'campaign_id' | 'attempts' | 'first_tried_at', type: string) =>
    sql`${plainList(claimed.map((row) => row[name]))}::${sql.raw(type)}[]`
  const groups = sql`${sql.param(claimed.map(({ server_group }) => server_group))}::text[]`
  await tx.execute(sql`
    insert into claims (owner_id, job_id, worker_id, claimed_at, recipient_id, campaign_id, server_group, attempts, first_tried_at)
    select ${owner}::uuid, ${claim.job_id}::uuid, ${worker_id}, ${at}::timestamptz, * from unnest(
      ${column('id', 'uuid')}, ${column('campaign_id', 'uuid')}, ${groups},
      ${column('attempts', 'integer')}, ${column('first_tried_at', 'timestamptz')})`)
  return claimed
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

/**
 * The last step before bodies leave, in one statement: between two an unsubscription could come. Answers the messages
 * that may; `hashes` are of each one's address and domain.
 */
export async function markTransmitting(
  owner: OwnerId,
  db: Db,
  ids: string[],
  mark: { worker_id: string; at: string; hashes: readonly { id: string; hash: string }[] },
): Promise<Set<string>> {
  const hashed = plainList(mark.hashes.map(({ id }) => id))
  const hashes = plainList(mark.hashes.map(({ hash }) => hash))
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from mark_transmitting(${owner}, ${mark.worker_id}, ${mark.at}, ${plainList(ids)}, ${hashed}, ${hashes}) id`,
  )
  return new Set(rows.map(idOf))
}

/** A message that nothing has become of yet, held until the transaction ends. */
export async function lockQueued(owner: OwnerId, tx: Db, id: string): Promise<RecipientRow | null> {
  const [row] = await tx
    .select()
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, id), eq(recipients.state, 'queued')))
    .for('update')
  return row ?? null
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
