import pg from 'pg'
import { openSession } from '../first-connection.ts'
import type { Installation } from './take-backup.ts'

/**
 * Stores that a backup was completed, in the time of the database. False if the database doesn't take it: it is a
 * standby, or hasn't been migrated by this release yet.
 */
export async function noteBackup({
  databaseUrl,
  databaseSetting,
}: Pick<Installation, 'databaseUrl' | 'databaseSetting'>): Promise<boolean> {
  const client = await openSession(databaseUrl, 'goldpan-backup', databaseSetting)
  try {
    await client.query(
      `insert into last_backup (completed_at) values (now())
       on conflict (is_only) do update set completed_at = excluded.completed_at`,
    )
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return false
  } finally {
    await client.end()
  }
}

/** Null if no backup was completed. */
export async function readBackupAge(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ seconds: number }>(
    'select greatest(extract(epoch from now() - completed_at), 0)::float8 as seconds from last_backup',
  )
  return rows[0]?.seconds ?? null
}
