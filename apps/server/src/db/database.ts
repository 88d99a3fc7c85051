import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** The pool or an open transaction. */
export type Db = Database | Transaction

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

/** How long a pooled connection waits for a lock before it is released and the work is retried. */
const LOCK_WAIT_MS = 250

/** After this long without the lock, the work fails with the error of its last try. */
const LOCK_GIVE_UP_MS = 30_000

/** PostgreSQL's `lock_not_available` and `deadlock_detected`. */
const LOCK_ERRORS = new Set(['55P03', '40P01'])

/**
 * Opens a pool. Broken idle connections are replaced and don't throw. A transaction or single statement that waits too
 * long for a lock is rolled back and run again, so the body of a transaction must not change anything but the database.
 */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): OpenDatabase {
  const pool = new MarkingPool({
    connectionString: url,
    max: options.max ?? 16,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    lock_timeout: LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'goldpan',
  })
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) options.onError?.(error)
  })
  // A connection that breaks inside a transaction fails the next query; the process must survive.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const close = async () => {
    isClosing = true
    await pool.end()
  }
  const db = drizzle(pool, { schema })
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) => retryLocked(() => transaction(work, config))
  return { db, pool, url, close }
}

async function retryLocked<Result>(run: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + LOCK_GIVE_UP_MS
  for (;;)
    try {
      return await run()
    } catch (error) {
      if (!isLockError(error) || performance.now() >= giveUpAt) throw error
      await delay(20 + Math.random() * 80)
    }
}

/** Drizzle wraps the database's error. */
function isLockError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return LOCK_ERRORS.has((error as pg.DatabaseError).code ?? '') || isLockError((error as Error).cause)
}

/** Errors thrown by the pool or a client. */
const faults = new WeakSet<object>()

/** A lost connection throws a plain socket error, so remember where it was thrown. */
export function isDatabaseFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return error instanceof pg.DatabaseError || faults.has(error) || isDatabaseFault((error as Error).cause)
}

/** A call with a callback returns nothing; its caller notes the error. */
function markingErrors<Result>(result: Result): Result {
  if (result instanceof Promise)
    result.catch((error: unknown) => {
      if (typeof error === 'object' && error !== null) faults.add(error)
    })
  return result
}

type Call = (...given: unknown[]) => never

class MarkingClient extends pg.Client {
  override query(...given: unknown[]): never {
    return markingErrors((super.query as Call)(...given))
  }
}

/** Marks every error as one of the database. */
class MarkingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: MarkingClient } as pg.PoolConfig)
  }
  override connect(...given: unknown[]): never {
    return markingErrors((super.connect as Call)(...given))
  }
  override query(...given: unknown[]): never {
    const run = () => (super.query as (...given: unknown[]) => Promise<unknown>)(...given)
    return markingErrors(retryLocked(run)) as never
  }
}

/** Runs work under an advisory lock, so that one process does it at a time. A dead process releases the lock. */
export async function inTurn<T>(pool: pg.Pool, work: string, run: () => Promise<T>): Promise<T> {
  // Not from the pool: it may wait for as long as another process works.
  const client = new pg.Client(pool.options)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [work])
    return await run()
  } finally {
    await client.query('rollback').catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}
