import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlaces } from '@goldpan/places'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'

/** A directory on its own bundled PostgreSQL: empty and removed by `close`, or in a folder that is kept. */
export async function openDirectory(keptIn?: string) {
  if (keptIn !== undefined) mkdirSync(keptIn, { recursive: true })
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
  const postgres = await startBundledPostgres({ dataDir: folder })
  const database = openDatabase(postgres.url)
  await migrate(database.pool, new Date().toISOString())
  return {
    url: postgres.url,
    pool: database.pool,
    places: createPlaces(database.pool),
    async close() {
      await database.close()
      await postgres.stop()
      if (keptIn === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
