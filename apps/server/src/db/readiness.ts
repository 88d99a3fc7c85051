import type pg from 'pg'
import { isMigrated } from './migrate.ts'

/** True if the database is reachable and migrated and the job queue is open. */
export async function checkReadiness(pool: pg.Pool, isQueueOpen: () => boolean) {
  const answers = (sql: string) =>
    pool.query(sql).then(
      () => true,
      () => false,
    )
  const database = await answers('select 1')
  const migrations = database && (await isMigrated(pool).catch(() => false))
  const queue = database && isQueueOpen() && (await answers('select 1 from pgboss.version'))
  return { database, migrations, queue }
}
