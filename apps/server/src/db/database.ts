import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { NotingPool } from './database-faults.ts'
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

/** Opens a pool. Broken idle connections are replaced and don't throw. */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): OpenDatabase {
  const pool = new NotingPool({
    connectionString: url,
    max: options.max ?? 16,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
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
  return { db: drizzle(pool, { schema }), pool, url, close }
}
