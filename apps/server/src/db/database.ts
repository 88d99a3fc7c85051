import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Connection, DatabaseClient, readConnection } from './connection.ts'

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** The pool or an open transaction. */
export type Db = Database | Transaction

export interface OpenDatabase {
  db: Database
  /** Perhaps behind a pooler: what is set or begun outside of a transaction is lost. */
  pool: Pool
  /** Sessions at PostgreSQL itself: for LISTEN, temporary tables, and locks that are held while other work runs. */
  direct: Pool
  url: string
  directUrl: string
  close(): Promise<void>
}

/** A pool whose options a client outside of it can connect with. */
export type Pool = pg.Pool & { options: Connection & pg.PoolOptions }

/** How long a pooled connection waits for a lock before it is released and the work is retried. */
const LOCK_WAIT_MS = 250

/** After this long without the lock, the work fails with the error of its last try. */
const LOCK_GIVE_UP_MS = 30_000

/** PostgreSQL's `lock_not_available` and `deadlock_detected`. */
export const LOCK_ERRORS: ReadonlySet<string> = new Set(['55P03', '40P01'])

/** Limit of a statement, and of an idle transaction. */
const TIME_LIMIT_MS = 60_000

const LIMITS = {
  statement_timeout: TIME_LIMIT_MS,
  lock_timeout: LOCK_WAIT_MS,
  idle_in_transaction_session_timeout: TIME_LIMIT_MS,
}

/** The same for a transaction behind a pooler, which refuses them at the start of a connection. */
const SET_LIMITS = sql.raw(
  Object.entries(LIMITS)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; '),
)

interface Options {
  max?: number
  /** PostgreSQL's own address, if `url` leads to a pooler. */
  directUrl?: string | null
  onError?: (error: Error) => void
}

/**
 * Opens a pool. Broken idle connections are replaced and don't throw. A transaction or single statement that waits too
 * long for a lock is rolled back and run again, so the body of a transaction must not change anything but the database.
 * Behind a pooler, single statements have the limits that the database's role has.
 * @throws StartUpError if an address can't be read
 */
export function openDatabase(url: string, options: Options = {}): OpenDatabase {
  let isClosing = false
  const onError = (error: Error) => {
    if (!isClosing) options.onError?.(error)
  }
  const { directUrl } = options
  const pool = openPool(readConnection(url), { max: options.max ?? 16, ...(!directUrl && LIMITS), onError })
  const direct = directUrl
    ? openPool(readConnection(directUrl, 'DATABASE_DIRECT_URL'), { max: 4, ...LIMITS, onError })
    : pool
  const close = async () => {
    isClosing = true
    await Promise.all([...new Set([pool, direct])].map((one) => one.end()))
  }
  const db = drizzle(pool)
  db.transaction = (work, config) =>
    retryLocked(async () => {
      // Drizzle's own transaction on a pool never gives back a connection that breaks before `begin`.
      const client = await pool.connect()
      try {
        return await drizzle(client).transaction(async (tx) => {
          if (directUrl) await tx.execute(SET_LIMITS)
          return work(tx)
        }, config)
      } finally {
        client.release()
      }
    })
  return { db, pool, direct, url, directUrl: directUrl ?? url, close }
}

/** A pool for a server that takes no changes. */
export const openReadPool = (
  connection: Connection,
  options: pg.PoolConfig & { onError: (error: Error) => void },
): Pool => openPool(connection, { ...LIMITS, options: '-c default_transaction_read_only=on', ...options })

/** A pool that survives broken connections, and a failover that leaves the old primary as a standby. */
export function openPool(
  connection: Connection,
  options: pg.PoolConfig & { onError: (error: Error) => void },
): Pool {
  const { onError, ...rest } = options
  const pool = new MarkingPool({
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'goldpan',
    ...connection,
    ...rest,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    // A connection that breaks inside a transaction fails the next query; the process must survive.
    client.on('error', () => undefined)
    client.once(READ_ONLY, () => {
      const { release } = client
      client.release = () => release(true)
      endIdle(pool)
    })
  })
  return pool as Pool
}

/** After a server took no changes: it may have been the primary, so the next connections have to find the new one. */
function endIdle(pool: pg.Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle--)
    pool.connect().then(
      (other) => other.release(true),
      () => undefined,
    )
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

/** PostgreSQL's `read_only_sql_transaction`, and the event of a client that met it. */
const READ_ONLY = '25006'

/** A call with a callback comes from the pool. */
function onReadOnly<Result>(result: Result, act: () => void): Result {
  if (result instanceof Promise)
    result.catch((error: pg.DatabaseError) => {
      if (error.code === READ_ONLY) act()
    })
  return result
}

class MarkingClient extends DatabaseClient {
  override query(...given: unknown[]): never {
    return markingErrors(onReadOnly((super.query as Call)(...given), () => this.emit(READ_ONLY)))
  }
}

/** The pool in place of any other, within the work of `readFrom`. */
const readPool = new AsyncLocalStorage<pg.Pool>()

/** Runs work whose queries go to another pool, whichever they ask. */
export const readFrom = <Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> =>
  readPool.run(pool, work)

/** Marks every error as one of the database. */
class MarkingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: MarkingClient } as object)
  }
  override connect(...given: unknown[]): never {
    const other = this.#inPlace()
    if (other) return (other.connect as Call).apply(other, given)
    return markingErrors((super.connect as Call)(...given))
  }
  override query(...given: unknown[]): never {
    const other = this.#inPlace()
    if (other) return (other.query as Call).apply(other, given)
    const run = () => (super.query as (...given: unknown[]) => Promise<unknown>)(...given)
    return markingErrors(onReadOnly(retryLocked(run), () => endIdle(this))) as never
  }
  #inPlace(): pg.Pool | null {
    const other = readPool.getStore()
    return other && other !== this ? other : null
  }
}

/** Runs work under an advisory lock, so that one process does it at a time. A dead process releases the lock. */
export async function withAdvisoryLock<T>(direct: Pool, work: string, run: () => Promise<T>): Promise<T> {
  // Not from the pool: it may wait for as long as another process works.
  const client = new DatabaseClient(direct.options)
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
