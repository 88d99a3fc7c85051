import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { App } from './compose.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { StartUpError } from './db/start-up-error.ts'
import { importSampleDataApart } from './demo/sample-data-apart.ts'
import { type Installation, openInstallation } from './open-installation.ts'

/** Longest that stopping at once may take; Ctrl-C ends everything within 5 s. */
const STOP_TIMEOUT_MS = 4500

/** What stopping without a hurry takes; nothing was opened yet that could be under way. */
let patience = { stopSeconds: 0, leave: async () => {} }

/** What has to be closed, the last opened first. */
const closers: (() => Promise<unknown>)[] = []

/** Before there are settings nobody knows how to log. */
let logger: Logger | null = null

async function start(): Promise<void> {
  const installation = await openInstallation()
  closers.unshift(() => installation.close())
  const { config } = installation
  logger = installation.logger
  if (config.otlpEndpoint) closers.unshift(await startTraces(installation, config.otlpEndpoint))
  let port = config.port
  const publicUrl = () => (config.port === 0 ? `http://localhost:${port}` : config.publicUrl)
  const app = await compose({ ...installation, publicUrl })
  closers.unshift(() => app.stop())
  patience = { stopSeconds: config.stopSeconds, leave: () => announceStop(app, config) }
  // Open before the first request, which may enqueue.
  await app.ports.jobs.start({ work: false })
  if (config.roles.includes('web')) {
    port = await listen(app, config)
    // Behind a proxy the demo town's websites are reached at its port, whichever this process has.
    const sitesPort = Number(new URL(publicUrl()).port) || 80
    if (config.isDemo)
      await importSampleDataApart(app.ports.places, {
        databaseUrl: installation.database.url,
        port: sitesPort,
      })
  }
  await app.start()
  tellWhereTheMailboxIs(installation, app, publicUrl())
  process.stdout.write(readyLine(config, publicUrl()))
}

/** Its packages take memory, so they are loaded only where somebody wants traces. Answers how to stop it. */
async function startTraces({ config, database, logger }: Installation, endpoint: string) {
  const { startTracing } = await import('./providers/tracing/otlp.ts')
  return startTracing({
    ...{ endpoint, headers: config.otlpHeaders, serviceName: config.otelServiceName },
    ...{ share: config.traceShare, roles: config.roles, pool: database.pool },
    onError: (message) => logger.warn(`Traces could not be delivered: ${message}`),
  })
}

async function listen({ server }: App, { port, host }: Config): Promise<number> {
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

/** Progress is for the person who waits; the one line on standard output stays alone. */
const tell = (line: string): void => void process.stderr.write(`${line}\n`)

/** Where others reach this machine, the mailbox asks for a token that only the operator sees. */
function tellWhereTheMailboxIs({ config }: Installation, app: App, url: string): void {
  if (!config.mailSmtpUrl && !config.isLocal && config.roles.includes('web'))
    tell(`The built-in mailbox is at ${url}/mailbox?token=${app.localToken}`)
}

const readyLine = (config: Config, url: string): string =>
  config.roles.includes('web')
    ? `Goldpan is ready at ${url}\n`
    : `Goldpan is ready (${config.roles.join(', ')})\n`

/** While others are sent elsewhere, whoever still comes is served. */
async function announceStop({ server }: App, { roles, drainSeconds }: Config): Promise<void> {
  if (!roles.includes('web')) return
  server.announceStop()
  await pause(drainSeconds * 1000, undefined, { signal: hurry.signal }).catch(() => undefined)
}

/** What nobody caught may hold anything that was sent: it is written as the log writes it, in one line. */
const tellFault = (error: unknown): void =>
  logger ? logger.fatal({ err: error }, 'the process ends because of a fault') : console.error(error)

let isStopping = false
const hurry = new AbortController()

const endWithin = (ms: number, exitCode: number) =>
  void setTimeout(() => process.exit(exitCode || 1), ms).unref()

/** On Ctrl-C or a failed start: everything in order, but within seconds. */
async function stopAtOnce(exitCode: number, reason?: unknown): Promise<void> {
  if (reason instanceof StartUpError) tell(reason.message)
  else if (reason !== undefined) tellFault(reason)
  hurry.abort()
  endWithin(STOP_TIMEOUT_MS, exitCode)
  await stop(exitCode)
}

/** On a supervisor's signal: others take over first, and what is under way ends. */
async function stopInPeace(): Promise<void> {
  if (isStopping) return
  await patience.leave()
  endWithin(Math.max(STOP_TIMEOUT_MS, patience.stopSeconds * 1000), 0)
  await stop(0)
}

/** Stops everything in order, once. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const close of closers) await close().catch(tellFault)
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stopAtOnce(0))
process.on('SIGTERM', () => void stopInPeace())
// npm start, tests and benchmarks start this process with a channel; it closes when they are gone, however they ended.
process.once('disconnect', () => void stopInPeace())
process.on('uncaughtException', (error) => void stopAtOnce(1, error))
start().catch((error: unknown) => stopAtOnce(1, error))
