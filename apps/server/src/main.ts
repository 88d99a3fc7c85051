import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { App } from './compose.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { StartUpError } from './db/start-up-error.ts'
import { importSampleDataInProcess } from './demo/sample-data.ts'
import { type Installation, openInstallation } from './open-installation.ts'
import { VERSION } from './version.ts'

/** Ctrl-C ends the process within 5 s. */
const STOP_TIMEOUT_MS = 4500

/** Settings for SIGTERM. Replaced once the application is composed. */
let shutdown = { stopSeconds: 0, leave: async () => {} }

/** In the order to close: last opened first. */
const closers: (() => Promise<unknown>)[] = []

/** Null until the config is read; errors before that go to stderr. */
let logger: Logger | null = null

async function start(): Promise<void> {
  const installation = await openInstallation()
  closers.unshift(() => installation.close())
  const { config } = installation
  logger = installation.logger
  logger.info({ version: VERSION, roles: config.roles }, 'Goldpan starts')
  if (config.otlpEndpoint) closers.unshift(await startTraces(installation, config.otlpEndpoint))
  let port = config.port
  const publicUrl = () => (config.port === 0 ? `http://localhost:${port}` : config.publicUrl)
  const app = await compose({ ...installation, publicUrl })
  closers.unshift(() => app.stop())
  shutdown = { stopSeconds: config.stopSeconds, leave: () => announceStop(app, config) }
  // Open the queue before the first request, which may enqueue.
  await app.ports.jobs.start({ work: false })
  if (config.healthPort !== null)
    await listen(app.watch, { port: config.healthPort, host: config.host, setting: 'HEALTH_PORT' })
  if (config.roles.includes('web')) {
    port = await listen(app.server, { ...config, setting: 'PORT' })
    // Behind a proxy, demo websites are reached at the proxy's port.
    const sitesPort = Number(new URL(publicUrl()).port) || 80
    if (config.isDemo)
      await importSampleDataInProcess(app.ports.places, {
        databaseUrl: installation.database.directUrl,
        port: sitesPort,
      })
  }
  await app.start()
  printMailboxUrl(installation, app, publicUrl())
  process.stdout.write(readyLine(config, publicUrl()))
}

/** Loads OpenTelemetry only if it is used: its packages take memory. Returns a stop function. */
async function startTraces({ config, database, logger }: Installation, endpoint: string) {
  const { startTracing } = await import('./providers/tracing/otlp.ts')
  return startTracing({
    endpoint,
    headers: config.otlpHeaders,
    serviceName: config.otelServiceName,
    share: config.traceShare,
    roles: config.roles,
    pool: database.pool,
    onError: (message) => logger.warn(`Traces could not be delivered: ${message}`),
  })
}

interface Address {
  port: number
  host: string
  /** The name of the port's setting. */
  setting: string
}

async function listen(server: FastifyInstance, { port, host, setting }: Address): Promise<number> {
  await server.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new StartUpError(
        `Port ${port} is in use by another program. Stop that program, or choose another port: ${setting}=${port + 1} npm start`,
      )
    if (error.code === 'EACCES')
      throw new StartUpError(
        `Port ${port} needs more rights than this user has. Choose a port above 1023: ${setting}=3000 npm start`,
      )
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new StartUpError(`This machine has no address ${host}. Please check the setting HOST.`)
    throw error
  })
  return (server.server.address() as { port: number }).port
}

/** Progress goes to stderr; stdout carries only the ready line. */
const printLine = (line: string): void => void process.stderr.write(`${line}\n`)

/** On a public installation, only the operator sees the token of the mailbox. */
function printMailboxUrl({ config }: Installation, app: App, url: string): void {
  if (!config.mailSmtpUrl && !config.isLocal && config.roles.includes('web'))
    printLine(`The built-in mailbox is at ${url}/mailbox?token=${app.localToken}`)
}

const readyLine = (config: Config, url: string): string =>
  config.roles.includes('web')
    ? `Goldpan is ready at ${url}\n`
    : `Goldpan is ready (${config.roles.join(', ')})\n`

/** Keeps serving during the drain window, while the load balancer stops routing here. */
async function announceStop({ server }: App, { roles, drainSeconds }: Config): Promise<void> {
  server.announceStop()
  if (!roles.includes('web')) return
  await pause(drainSeconds * 1000, undefined, { signal: drainAbort.signal }).catch(() => undefined)
}

/** Uncaught errors may contain user data, so log them through the redacting logger. */
const logFault = (error: unknown): void =>
  logger ? logger.fatal({ err: error }, 'the process ends because of a fault') : console.error(error)

let isStopping = false
const drainAbort = new AbortController()

const endWithin = (ms: number, exitCode: number) =>
  void setTimeout(() => process.exit(exitCode || 1), ms).unref()

/** For Ctrl-C and failed starts: closes everything in order, but within seconds. */
async function stopAtOnce(exitCode: number, reason?: unknown): Promise<void> {
  if (reason instanceof StartUpError) printLine(reason.message)
  else if (reason !== undefined) logFault(reason)
  drainAbort.abort()
  endWithin(STOP_TIMEOUT_MS, exitCode)
  await stop(exitCode)
}

/** For SIGTERM: drains first, and lets running work end. */
async function stopGracefully(): Promise<void> {
  if (isStopping) return
  await shutdown.leave()
  endWithin(Math.max(STOP_TIMEOUT_MS, shutdown.stopSeconds * 1000), 0)
  await stop(0)
}

/** Closes everything in order, once. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const close of closers) await close().catch(logFault)
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stopAtOnce(0))
process.on('SIGTERM', () => void stopGracefully())
// npm start, tests and benchmarks start this process with an IPC channel, which closes when they die.
process.once('disconnect', () => void stopGracefully())
process.on('uncaughtException', (error) => void stopAtOnce(1, error))
if (process.argv.includes('--version')) process.stdout.write(`${VERSION}\n`)
else start().catch((error: unknown) => stopAtOnce(1, error))
