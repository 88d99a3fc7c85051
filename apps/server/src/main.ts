import { destination, pino } from 'pino'
import { compose } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { type BundledPostgres, startBundledPostgres } from './db/bundled/bundled-postgres.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { StartUpError } from './db/start-up-error.ts'
import { importSampleData } from './demo/sample-data.ts'
import { isoNow } from './providers/clock/port.ts'
import { systemClock } from './providers/clock/system.ts'

/** Longest that stopping may take; Ctrl-C ends everything within 5 s. */
const STOP_TIMEOUT_MS = 4500

async function start(): Promise<void> {
  const config = readConfig()
  const logger = pino(
    { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    destination(2),
  )
  const bundled = config.databaseUrl
    ? null
    : await startBundledPostgres({ dataDir: config.dataDir, log: (line) => logger.info(line) })
  const closers: (() => Promise<unknown>)[] = bundled ? [() => bundled.stop()] : []
  const stop = stopOnSignals(closers)
  try {
    const database = openDatabase(databaseUrlOf(config, bundled), {
      onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
    })
    closers.unshift(() => database.close())
    await migrate(database.pool, isoNow(systemClock)).catch(explainDatabaseFault)
    let port = config.port
    const publicUrl = () => (config.port === 0 ? `http://localhost:${port}` : config.publicUrl)
    const app = await compose({ config, database, logger, publicUrl })
    closers.unshift(() => app.stop())
    if (config.roles.includes('web')) port = await listen(app.server, config)
    if (config.roles.includes('web') && config.isDemo)
      await importSampleData(app.ports.places, { port, onProgress: tell })
    await app.start()
    process.stdout.write(readyLine(config, publicUrl()))
  } catch (error) {
    await stop(1, error)
  }
}

function databaseUrlOf(config: Config, bundled: BundledPostgres | null): string {
  const url = config.databaseUrl ?? bundled?.url
  if (!url) throw new StartUpError('There is no database to use. Please set DATABASE_URL.')
  return url
}

async function listen(
  server: {
    listen(options: { port: number; host: string }): Promise<string>
    server: { address(): unknown }
  },
  { port, host }: Config,
): Promise<number> {
  await server.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new StartUpError(
        `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
      )
    if (error.code === 'EACCES')
      throw new StartUpError(
        `Port ${port} needs more rights than this user has. Choose a port above 1023: PORT=3000 npm start`,
      )
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new StartUpError(`This machine has no address ${host}. Please check the setting HOST.`)
    throw error
  })
  return (server.server.address() as { port: number }).port
}

function explainDatabaseFault(error: NodeJS.ErrnoException): never {
  if (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND')
    throw new StartUpError(
      'The database does not answer. Please check DATABASE_URL and that the server runs. Nothing was changed.',
    )
  if (error.code === '28P01' || error.code === '28000')
    throw new StartUpError('The database refused the user or password of DATABASE_URL. Nothing was changed.')
  if (error.code === '3D000')
    throw new StartUpError('The database named in DATABASE_URL does not exist. Please create it first.')
  if (error.code === '53100' || error.code === 'ENOSPC')
    throw new StartUpError(
      'The disk is full, so the database could not be prepared. Free some space and start again; nothing was damaged.',
    )
  throw error
}

/** Progress is for the person who waits; the one line on standard output stays alone. */
const tell = (line: string): void => void process.stderr.write(`${line}\n`)

const readyLine = (config: Config, url: string): string =>
  config.roles.includes('web')
    ? `Goldpan is ready at ${url}\n`
    : `Goldpan is ready (${config.roles.join(', ')})\n`

/** Stops everything in order, once, on Ctrl-C, a supervisor's signal or a failed start. */
function stopOnSignals(closers: (() => Promise<unknown>)[]) {
  let isStopping = false
  const stop = async (exitCode: number, reason?: unknown): Promise<void> => {
    if (isStopping) return
    isStopping = true
    if (reason instanceof StartUpError) process.stderr.write(`${reason.message}\n`)
    else if (reason !== undefined) console.error(reason)
    setTimeout(() => process.exit(exitCode || 1), STOP_TIMEOUT_MS).unref()
    for (const close of closers) await close().catch((error: unknown) => console.error(error))
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  return stop
}

start().catch((error: unknown) => {
  if (error instanceof StartUpError) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exit(1)
})
