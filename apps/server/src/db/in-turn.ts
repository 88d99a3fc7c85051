import type pg from 'pg'

/** What one process of many does at a time: the others wait for it, or for its end if it dies over it. */
export async function inTurn<T>(pool: pg.Pool, work: string, run: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [work])
    return await run()
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}
