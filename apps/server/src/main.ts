import type { App } from './compose.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { StartUpError } from './db/start-up-error.ts'
import { importSampleData } from './demo/sample-data.ts'
import { type Installation, openInstallation } from './open-installation.ts'

/** Longest that stopping may take; Ctrl-C ends everything within 5 s. */
const STOP_TIMEOUT_MS = 4500

/** What has to be closed, the last opened first. */
const closers: (() => Promise<unknown>)[] = []

async function start(): Promise<void> {
  const installation = await openInstallation()
  closers.unshift(() => installation.close())
  const { config } = installation
  let port = config.port
  const publicUrl = () => (config.port === 0 ? `http://localhost:${port}` : config.publicUrl)
  const app = await compose({ ...installation, publicUrl })
  closers.unshift(() => app.stop())
  if (config.roles.includes('web')) {
    port = await listen(app, config)
    if (config.isDemo) await importSampleData(app.ports.places, { port, onProgress: tell })
  }
  await app.start()
  tellWhereTheMailboxIs(installation, app, publicUrl())
  process.stdout.write(readyLine(config, publicUrl()))
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

let isStopping = false

/** Stops everything in order, once: on Ctrl-C, a supervisor's signal or a failed start. */
async function stop(exitCode: number, reason?: unknown): Promise<void> {
  if (isStopping) return
  isStopping = true
  if (reason instanceof StartUpError) tell(reason.message)
  else if (reason !== undefined) console.error(reason)
  setTimeout(() => process.exit(exitCode || 1), STOP_TIMEOUT_MS).unref()
  for (const close of closers) await close().catch((error: unknown) => console.error(error))
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
start().catch((error: unknown) => stop(1, error))
