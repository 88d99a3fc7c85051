import type pg from 'pg'
import { isMigrated } from './migrate.ts'

/** Whether the database answers, has this code's schema, and holds the job queue. */
export async function checkReadiness(pool: pg.Pool) {
  const answers = (sql: string) =>
    pool.query(sql).then(
      () => true,
      () => false,
    )
  const database = await answers('select 1')
  const migrations = database && (await isMigrated(pool).catch(() => false))
  const queue = database && (await answers('select 1 from pgboss.version'))
  return { database, migrations, queue }
}
