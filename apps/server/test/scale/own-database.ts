import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBundledPostgres } from '../../src/db/bundled/bundled-postgres.ts'

/** A separate PostgreSQL with its default of 100 connections and an empty database. */
export interface OwnDatabase {
  url: string
  /** Shared by the processes. */
  dataDir: string
  stop(): Promise<void>
}

export async function startOwnDatabase(dataDir?: string): Promise<OwnDatabase> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'goldpan-scale-'))
  if (dataDir === undefined) chmodSync(folder, 0o755)
  const postgres = await startBundledPostgres({ dataDir: folder, durable: false })
  return {
    url: postgres.url,
    dataDir: folder,
    async stop() {
      await postgres.stop()
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
