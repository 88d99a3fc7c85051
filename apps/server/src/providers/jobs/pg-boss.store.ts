import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle } from 'pg-boss'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'

/** Runs pg-boss in the caller's transaction. */
export const asJobConnection = (db: Db, _scope: SystemScope) => fromDrizzle(db, sql)

/** Jobs that are due or running. */
export async function countOpenJobs(_scope: SystemScope, pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    "select count(*) from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()",
  )
  return Number(rows[0]?.count ?? 0)
}
