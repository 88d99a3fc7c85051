import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle } from 'pg-boss'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { FailedJob } from './port.ts'

/** Runs pg-boss in the caller's transaction. */
export const asJobConnection = (db: Db, _scope: SystemScope) => fromDrizzle(db, sql)

/** Jobs that are due or running. */
export async function countOpenJobs(_scope: SystemScope, pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    "select count(*) from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()",
  )
  return Number(rows[0]?.count ?? 0)
}

interface FailedRow extends Record<string, unknown> {
  id: string
  kind: string
  state: FailedJob['state']
  output: { message?: string; cause?: { message?: string }; value?: { message?: string } } | null
  failed_at: string
  tries: number
  next_at: string | null
  owner: string | null
}

/** Jobs of which at least one attempt failed. A group is an owner or a network. */
const failed = sql`
  select id, name as kind, state::text as state, output, retry_count + 1 as tries,
    to_json(coalesce(completed_on, started_on, created_on))#>>'{}' as failed_at,
    case when state = 'retry' then to_json(start_after)#>>'{}' end as next_at,
    coalesce(data->>'owner', data->>'organization', group_id) as owner
  from pgboss.job where state in ('failed', 'retry')`

/** Newest first. */
export async function listFailedJobs(db: Db, _scope: SystemScope, limit: number): Promise<FailedJob[]> {
  const { rows } = await db.execute<FailedRow>(
    sql`${failed} order by coalesce(completed_on, started_on, created_on) desc, id limit ${limit}`,
  )
  return rows.map(toFailed)
}

/** Locks a failed job, so that no worker takes it meanwhile. Null if none of this id has failed. */
export async function lockFailedJob(tx: Db, _scope: SystemScope, id: string): Promise<FailedJob | null> {
  if (!isRowId(id)) return null
  const { rows } = await tx.execute<FailedRow>(sql`${failed} and id = ${id} for update`)
  return rows[0] ? toFailed(rows[0]) : null
}

function toFailed({ output, owner, failed_at, next_at, ...row }: FailedRow): FailedJob {
  return {
    ...row,
    reason: reasonOf(output),
    failed_at: new Date(failed_at).toISOString(),
    next_at: next_at && new Date(next_at).toISOString(),
    owner: owner !== null && isRowId(owner) ? owner : null,
  }
}

/** Drizzle's own message quotes the statement with its values; the database's doesn't. */
function reasonOf(output: FailedRow['output']): string {
  const message = output?.message ?? output?.value?.message ?? ''
  if (!message.startsWith('Failed query')) return message
  return `The database refused a statement: ${output?.cause?.message ?? 'the log says why'}`
}
