import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { startBundledPostgres } from '../../src/db/bundled/bundled-postgres.ts'
import { findHome } from '../../src/db/bundled/server-files.ts'
import { openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'

/** A separate PostgreSQL with production durability, which can be killed. */
export interface OwnPostgres {
  url: string
  /** Like `pg_ctl stop -m immediate`: the next start recovers from the WAL. */
  stopImmediately(): void
  /** Stops it for good. */
  stop(): Promise<void>
  /** True once it accepts queries again. */
  isBack(): Promise<boolean>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-restart-'))
  chmodSync(folder, 0o755)
  const postgres = await startBundledPostgres({ dataDir: folder })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const database = openDatabase(postgres.url, { max: 1 })
  await migrate(database.pool, '2026-01-01T00:00:00.000Z')
  await database.close()
  const record = path.join(findHome(folder), 'data', 'postmaster.pid')
  return {
    url: postgres.url,
    stopImmediately: () => process.kill(Number.parseInt(readFileSync(record, 'utf8'), 10), 'SIGQUIT'),
    stop: () => postgres.stop(),
    isBack: () => isReachable(postgres.url),
  }
}

async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
