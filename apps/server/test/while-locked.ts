import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/**
 * Starts a call while a user's row is locked, waits until the call waits for it, and changes rows before it goes on: what
 * another request does that comes first.
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
