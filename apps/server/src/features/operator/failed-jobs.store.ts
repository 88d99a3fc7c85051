import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { isSuspended } from '../../db/suspensions.ts'

/** Work whose state is in rows of its own, not in a job. */
export type WorkKind =
  | 'gathering'
  | 'sending'
  | 'import'
  | 'payment event'
  | 'incoming mail'
  | 'forward'
  | 'account erasure'
  | 'organization erasure'

export interface Work {
  id: string
  kind: WorkKind
  owner: string | null
  /** Only for gathering. */
  table_id: string | null
  /** The error that the feature stored. */
  error: string | null
  /** When it failed, or since when nothing happened. */
  at: string
  tries: number | null
}

/** Moments in product time, but for `untouchedSince`. */
export interface WorkLimits {
  /** Older failures aren't shown. */
  failedSince: string
  waitingSince: string
  erasingSince: string
  /** In system time. */
  untouchedSince: string
}

/** Ended work counts only if nothing newer of the same table or campaign has begun. */
const failedWork = ({ failedSince, waitingSince, erasingSince, untouchedSince }: WorkLimits): SQL => sql`
  select 'gathering' as kind, id::text as id, owner_id as owner, table_id, error, completed_at as at, null::int as tries
    from gathering_jobs job where status = 'failed' and completed_at > ${failedSince}
      and not exists (select from gathering_jobs newer
        where newer.table_id = job.table_id and newer.created_at > job.created_at)
  union all select 'sending', id::text, owner_id, null, error, completed_at, null
    from send_jobs job where status = 'failed' and completed_at > ${failedSince}
      and not exists (select from send_jobs newer
        where newer.campaign_id = job.campaign_id and newer.created_at > job.created_at)
  union all select 'import', id::text, owner_id, null, error, worked_at, null
    from imports where status in ('checking', 'importing') and worked_at < ${untouchedSince}
      and not ${isSuspended(sql`imports.owner_id`)}
  union all select 'payment event', event.id, customer.owner_id, null, event.type, event.received_at, null
    from billing_events event left join billing_customers customer on customer.customer_id = event.customer_id
    where event.processed_at is null and event.received_at < ${waitingSince}
  union all select 'incoming mail', id::text, owner_id, null, error, received_at, attempts
    from inbound_messages where handled_at is null and attempts > 0
  union all select 'forward', id::text, owner_id, null, error, handled_at, attempts
    from inbound_messages where forward_state = 'failed' and handled_at > ${failedSince} and has_original
  union all select 'account erasure', id::text, id, null, null, deleting_at, null
    from users where deleting_at < ${erasingSince}
  union all select 'organization erasure', id::text, id, null, null, deleting_at, null
    from organizations where deleting_at < ${erasingSince}`

interface Row extends Record<string, unknown>, Work {}

/** Newest first. */
export async function listWork(
  db: Db,
  _scope: SystemScope,
  limits: WorkLimits,
  limit: number,
): Promise<Work[]> {
  const { rows } = await db.execute<Row>(
    sql`select * from (${failedWork(limits)}) work order by at desc, id limit ${limit}`,
  )
  return rows.map(toWork)
}

export async function findWork(
  db: Db,
  _scope: SystemScope,
  limits: WorkLimits,
  id: string,
): Promise<Work | null> {
  const { rows } = await db.execute<Row>(
    sql`select * from (${failedWork(limits)}) work where id = ${id} limit 1`,
  )
  return rows[0] ? toWork(rows[0]) : null
}

const toWork = (row: Row): Work => ({ ...row, at: new Date(row.at).toISOString() })

/** The persons whose accounts owners belong to, by owner. */
export async function findAccounts(
  db: Db,
  _scope: SystemScope,
  owners: readonly string[],
): Promise<Map<string, { id: string; email: string }>> {
  if (owners.length === 0) return new Map()
  const { rows } = await db.execute<{ owner: string; id: string; email: string }>(sql`
    select owners.id as owner, users.id, users.email from owners join users on users.id = owners.person_id
    where owners.id in ${[...owners]}`)
  return new Map(rows.map(({ owner, id, email }) => [owner, { id, email }]))
}

/** A message that was given up is handled anew. */
export async function resetHandling(tx: Db, _scope: SystemScope, id: string): Promise<void> {
  await tx.execute(sql`update inbound_messages set attempts = 0 where id = ${id} and handled_at is null`)
}

/** A message that can't be read is kept, and handled no more. */
export async function endHandling(tx: Db, _scope: SystemScope, id: string, at: string): Promise<void> {
  await tx.execute(sql`
    update inbound_messages set handled_at = ${at}, kind = 'other', forward_state = 'none'
    where id = ${id} and handled_at is null`)
}

export async function queueForward(tx: Db, _scope: SystemScope, id: string, at: string): Promise<void> {
  await tx.execute(sql`
    update inbound_messages set forward_state = 'queued', next_at = ${at}, worker_id = null, attempts = 0
    where id = ${id} and forward_state = 'failed'`)
}

export async function endForward(tx: Db, _scope: SystemScope, id: string): Promise<void> {
  await tx.execute(sql`
    update inbound_messages set forward_state = 'none' where id = ${id} and forward_state = 'failed'`)
}

export async function endPaymentEvent(tx: Db, _scope: SystemScope, id: string, at: string): Promise<void> {
  await tx.execute(
    sql`update billing_events set processed_at = ${at} where id = ${id} and processed_at is null`,
  )
}
