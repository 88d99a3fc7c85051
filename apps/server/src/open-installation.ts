import { destination, type Logger } from 'pino'
import { type Config, readConfig } from './config.ts'
import { startBundledPostgres } from './db/bundled/bundled-postgres.ts'
import { type OpenDatabase, openDatabase } from './db/database.ts'
import { checkDatabase, explainFault } from './db/first-connection.ts'
import { migrate } from './db/migrate.ts'
import { openReplica, type Replica } from './db/replica.ts'
import { StartUpError } from './db/start-up-error.ts'
import { createLogger } from './logger.ts'
import { isoNow } from './providers/clock/port.ts'
import { systemClock } from './providers/clock/system.ts'

export interface Installation {
  config: Config
  database: OpenDatabase
  /** For the lists and reports of the web application. */
  replica: Replica | null
  logger: Logger
  close(): Promise<void>
}

/**
 * Opens and migrates the database of the settings, bundled or external, for the server and command-line tools. Pass
 * `runningUrl` to use the bundled server of a running application.
 */
export async function openInstallation(runningUrl?: string): Promise<Installation> {
  const config = readConfig()
  // Synchronous, so that the last lines before an exit are written.
  const logger = createLogger(config.logLevel, destination(2))
  const bundled =
    (runningUrl ?? config.databaseUrl)
      ? null
      : await startBundledPostgres({ dataDir: config.dataDir, log: (line) => logger.info(line) })
  const url = runningUrl ?? config.databaseUrl ?? bundled?.url
  if (!url) throw new StartUpError('There is no database to use. Please set DATABASE_URL.')
  const database = openDatabase(url, {
    max: config.databaseConnections,
    directUrl: pickDirectUrl(config, url),
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  })
  let replica: Replica | null = null
  const close = async () => {
    await replica?.close()
    await database.close()
    await bundled?.stop()
  }
  try {
    await checkDatabase(database)
    await migrate(database.direct, isoNow(systemClock), (sentence) => logger.warn(sentence))
    if (config.databaseReplicaUrl && config.roles.includes('web'))
      replica = await openReplica(database, config.databaseReplicaUrl, {
        max: config.databaseConnections,
        onError: (error) => logger.warn({ err: error }, 'the replica did not answer, so the primary did'),
      })
  } catch (error) {
    await close()
    throw (
      explainFault(error, database.direct === database.pool ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL') ?? error
    )
  }
  return { config, database, replica, logger, close }
}

/** Null unless DATABASE_URL leads to a pooler. */
const pickDirectUrl = ({ databaseUrl, databaseDirectUrl }: Config, url: string): string | null =>
  url === databaseUrl && databaseDirectUrl !== url ? databaseDirectUrl : null

/** Output of a command-line tool, line by line. */
export const terminal = {
  out: (line: string): void => void process.stdout.write(`${line}\n`),
  err: (line: string): void => void process.stderr.write(`${line}\n`),
}

/** Runs a command-line tool. A StartUpError prints one sentence and exits with 1; other errors are bugs. */
export async function runTool(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (error instanceof StartUpError || isWrongOption(error)) process.stderr.write(`${error.message}\n`)
    else console.error(error)
    process.exitCode = 1
  }
}

/** An option that parseArgs doesn't know, or one without its value. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
