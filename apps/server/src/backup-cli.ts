import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBucket } from './compose-ports.ts'
import { readConfig } from './config.ts'
import { restoreBackup } from './db/backup/restore-backup.ts'
import { takeBackup } from './db/backup/take-backup.ts'
import { findRunningUrl, startBundledPostgres } from './db/bundled/bundled-postgres.ts'
import { StartUpError } from './db/start-up-error.ts'
import { runTool, terminal } from './open-installation.ts'
import { isoNow } from './providers/clock/port.ts'
import { systemClock } from './providers/clock/system.ts'
import type { S3Files } from './providers/files/s3.ts'

const USAGE = `npm run backup -- <new folder>   backs up everything; Goldpan may be running
                                 --without-bucket leaves out the files in S3_BUCKET, which keeps its own versions
npm run restore -- <folder>      restores into a fresh installation; stop Goldpan first`

const config = readConfig()

/** Connects to DATABASE_URL, to the bundled server of a running application, or to one started for this. */
async function withDatabase(mayRun: boolean, work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const running = config.databaseDirectUrl ?? findRunningUrl(config.dataDir)
  if (running && (mayRun || config.databaseUrl)) return work(running)
  const bundled = await startBundledPostgres({ dataDir: config.dataDir })
  try {
    await work(bundled.url)
  } finally {
    await bundled.stop()
  }
}

const commands: Record<string, (folder: string, bucket: S3Files | undefined) => Promise<void>> = {
  take: (folder, bucket) =>
    withDatabase(true, async (databaseUrl) => {
      const { tables, files } = await takeBackup(
        { databaseUrl, dataDir: config.dataDir, bucket },
        folder,
        isoNow(systemClock),
      )
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      terminal.out(
        `${rows} rows of ${tables.length} tables and ${files.length} files are backed up in ${folder}`,
      )
    }),
  restore: (folder, bucket) =>
    withDatabase(false, async (databaseUrl) => {
      const isBundled = !config.databaseUrl
      const place = { databaseUrl, dataDir: config.dataDir, bucket, isBundled }
      const { taken_at, leftOut } = await restoreBackup(place, folder)
      if (leftOut.length > 0)
        terminal.out(`Left out, because they are not part of Goldpan: ${leftOut.join(', ')}`)
      terminal.out(
        `Restored ${folder}, taken at ${taken_at}. After the next start, campaigns wait until you run: npm run admin -- resume-sending`,
      )
    }),
}

/** `npm run backup -- <folder>` and `npm run restore -- <folder>` */
await runTool(async () => {
  const { values, positionals } = parseArgs({
    options: { 'without-bucket': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [command = '', folder] = positionals
  const run = commands[command]
  if (!run || !folder) throw new StartUpError(USAGE)
  await run(resolve(folder), values['without-bucket'] ? undefined : await createBucket(config))
  return 0
})
