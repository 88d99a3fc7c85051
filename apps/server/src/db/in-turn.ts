import pg from 'pg'

/** Runs work under an advisory lock, so that one process does it at a time. A dead process releases the lock. */
export async function inTurn<T>(pool: pg.Pool, work: string, run: () => Promise<T>): Promise<T> {
  // Not from the pool: it may wait for as long as another process works.
  const client = new pg.Client(pool.options)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [work])
    return await run()
  } finally {
    await client.query('rollback').catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}
