import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBucket } from './compose-ports.ts'
import { type Config, readConfig } from './config.ts'
import { describeBackup } from './db/backup/describe-backup.ts'
import { noteBackup } from './db/backup/last-backup.ts'
import { restoreBackup } from './db/backup/restore-backup.ts'
import { type Installation, takeBackup } from './db/backup/take-backup.ts'
import { findRunningUrl, startBundledPostgres } from './db/bundled/bundled-postgres.ts'
import { StartUpError } from './db/start-up-error.ts'
import { runTool, terminal } from './open-installation.ts'
import { isoNow } from './providers/clock/port.ts'
import { systemClock } from './providers/clock/system.ts'
import { VERSION } from './version.ts'

const USAGE = `npm run backup -- <new folder>      backs up everything; Goldpan may be running
                                    --without-bucket leaves out the files in S3_BUCKET, which keeps its own versions
npm run backup -- verify <folder>   reads a whole backup and says what it holds, or what is wrong
npm run restore -- <folder>         restores into a fresh installation; stop Goldpan first`

/** Uses the database of the settings, the bundled server of a running application, or one started for this. */
async function withDatabase(
  config: Config,
  mayRun: boolean,
  work: (database: Pick<Installation, 'databaseUrl' | 'databaseSetting'>) => Promise<void>,
): Promise<void> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config
  const running = databaseDirectUrl ?? findRunningUrl(dataDir)
  if (running && (mayRun || databaseUrl)) {
    const databaseSetting = databaseDirectUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    return work({ databaseUrl: running, databaseSetting })
  }
  const bundled = await startBundledPostgres({ dataDir })
  try {
    await work({ databaseUrl: bundled.url })
  } finally {
    await bundled.stop()
  }
}

interface Options {
  isWithoutBucket: boolean
}

const bucketOf = (config: Config, { isWithoutBucket }: Options) =>
  isWithoutBucket ? undefined : createBucket(config)

const commands: Record<string, (folder: string, options: Options) => Promise<void>> = {
  async take(folder, options) {
    const config = readConfig()
    const bucket = await bucketOf(config, options)
    await withDatabase(config, true, async (database) => {
      const { tables, files } = await takeBackup(
        { ...database, dataDir: config.dataDir, bucket, version: VERSION },
        folder,
        isoNow(systemClock),
      )
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      terminal.out(
        `${rows} rows of ${tables.length} tables and ${files.length} files are backed up in ${folder}`,
      )
      if (!(await noteBackup(database)))
        terminal.err(
          "The database didn't take the time of this backup, so goldpan_backup_age_seconds doesn't count it.",
        )
    })
  },
  /** Needs no settings, so that it works where backups are kept. */
  async verify(folder) {
    for (const line of await describeBackup(folder)) terminal.out(line)
  },
  async restore(folder, options) {
    const config = readConfig()
    const bucket = await bucketOf(config, options)
    await withDatabase(config, false, async (database) => {
      const isBundled = !config.databaseUrl
      const target = { ...database, dataDir: config.dataDir, bucket, isBundled }
      const { taken_at, leftOut } = await restoreBackup(target, folder)
      if (leftOut.length > 0)
        terminal.out(`Left out, because they are not part of Goldpan: ${leftOut.join(', ')}`)
      terminal.out(
        `Restored ${folder}, taken at ${taken_at}. After the next start, campaigns wait until you run: npm run admin -- resume-sending`,
      )
    })
  },
}

/** A folder alone takes a backup. */
await runTool(async () => {
  const { values, positionals } = parseArgs({
    options: { 'without-bucket': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [first = '', ...others] = positionals
  const [name, folder, ...rest] = Object.hasOwn(commands, first)
    ? [first, ...others]
    : ['take', ...positionals]
  const run = commands[name]
  if (!run || !folder || rest.length > 0) throw new StartUpError(USAGE)
  await run(resolve(folder), { isWithoutBucket: values['without-bucket'] })
  return 0
})
