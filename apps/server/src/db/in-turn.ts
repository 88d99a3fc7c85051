import pg from 'pg'

/** What one process of many does at a time: the others wait for it, or for its end if it dies over it. */
export async function inTurn<T>(pool: pg.Pool, work: string, run: () => Promise<T>): Promise<T> {
  // Outside the pool: it waits for as long as another process works.
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
