import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { compose } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { asOwner } from '../../apps/server/src/db/owner.ts'

/** Goldpan as it is composed for customers, on a bundled PostgreSQL of its own, with one customer. */
export async function startInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
  const postgres = await startBundledPostgres({ dataDir: folder })
  const database = openDatabase(postgres.url)
  await migrate(database.pool, new Date().toISOString())
  const config = { ...readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'off' }), roles: [] }
  const logger = pino({ level: 'error' })
  const app = await compose({ config, database, logger, publicUrl: () => config.publicUrl })
  await app.start()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
     values ('bench@customer.example', 'B', 'T', 'none', 'premium', now()) returning id`,
  )
  return {
    app,
    pool: database.pool,
    owner: asOwner(rows[0]!.id),
    async stop() {
      await app.stop()
      await database.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

export function say(what: string, times: number[]): void {
  console.log(
    `${what.padEnd(58)} median ${at(times, 0.5).toFixed(1).padStart(7)} ms   p99 ${at(times, 0.99).toFixed(1).padStart(7)} ms`,
  )
}
