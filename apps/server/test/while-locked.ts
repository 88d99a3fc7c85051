import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/**
 * Locks a user's row, starts a call, waits until the call waits for the lock, and runs `change` before releasing it:
 * a concurrent request that comes first.
 */
export async function whileUserIsLocked<Answer>(
  { app, query }: TestApp,
  userId: string,
  { call, change }: { call: () => Promise<Answer>; change: string },
): Promise<Answer> {
  const first = await app.database.pool.connect()
  try {
    await first.query('begin')
    await first.query('select 1 from users where id = $1 for no key update', [userId])
    const answer = call()
    await expect
      .poll(() =>
        query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toHaveLength(1)
    await first.query(change, [userId])
    await first.query('commit')
    return await answer
  } finally {
    first.release()
  }
}
