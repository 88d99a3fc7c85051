import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { OpenDatabase } from './db/database.ts'
import { readSecrets } from './db/installation.store.ts'
import { systemScope } from './db/owner.ts'
import { checkReadiness } from './db/readiness.ts'
import { bindAccounts } from './features/accounts/accounts.routes.ts'
import { createAccounts } from './features/accounts/accounts.ts'
import { createSessions } from './features/accounts/sessions/sessions.ts'
import { bindUsage } from './features/usage/usage.routes.ts'
import { createUsage } from './features/usage/usage.ts'
import { createBinder } from './http/bind.ts'
import { bindHealth } from './http/health.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createHttpServer } from './http/server.ts'
import { createSessionGate } from './http/session-gate.ts'
import { serveWebApp } from './http/static-files.ts'
import { createLetters } from './letters/letters.ts'
import { createAltchaBotCheck } from './providers/bot-check/altcha.ts'
import { noBotCheck } from './providers/bot-check/off.ts'
import type { BotCheck } from './providers/bot-check/port.ts'
import { type Clock, isoNow } from './providers/clock/port.ts'
import { systemClock } from './providers/clock/system.ts'
import { createDiskFiles } from './providers/files/disk.ts'
import type { Files } from './providers/files/port.ts'
import { createPgBossJobs } from './providers/jobs/pg-boss.ts'
import type { Jobs } from './providers/jobs/port.ts'
import type { MailPort } from './providers/mail/port.ts'

/** The outside world, where a test (or a special installation) replaces a part of it. */
export interface Ports {
  clock: Clock
  jobs: Jobs
  mail: MailPort
  botCheck: BotCheck
  files: Files
}

export interface App {
  server: FastifyInstance
  ports: Ports
  features: Features
  /** Opens the queues and, by role, takes work. The web server is bound by the caller. */
  start(): Promise<void>
  stop(): Promise<void>
}

export type Features = ReturnType<typeof createFeatures>

interface Frame {
  config: Config
  database: OpenDatabase
  logger: Logger
  publicUrl: () => string
}

/** Builds everything, once: ports, features, web server. Read it as the picture of the application. */
export async function compose(frame: Frame, overrides: Partial<Ports> = {}): Promise<App> {
  const { config, database, logger, publicUrl } = frame
  const ports = await createPorts(frame, overrides)
  const features = createFeatures(frame, ports)
  const isHttps = () => publicUrl().startsWith('https:')
  const server = await createHttpServer({ logger, trustProxy: config.trustProxy, isHttps })
  const bind = createBinder({
    server,
    limits: features.limits,
    gate: createSessionGate({
      findSessionUser: (token) => features.sessions.findUser(token),
      publicOrigin: publicUrl,
      isLocal: config.isLocal,
      localToken: await readLocalToken(frame, ports.clock),
    }),
  })
  bindHealth(server, () => checkReadiness(database.pool))
  bindAccounts(bind, { ...features, isHttps })
  bindUsage(bind, features.usage)
  await serveWebApp(server, join(import.meta.dirname, '../../web/dist'))

  return {
    server,
    ports,
    features,
    async start() {
      await ports.jobs.start({ work: config.roles.includes('worker') })
    },
    async stop() {
      await server.close()
      await ports.jobs.stop()
      await ports.mail.close()
    },
  }
}

function createFeatures({ config, database: { db, pool }, publicUrl }: Frame, ports: Ports) {
  const { clock, jobs, mail } = ports
  const limits = createRateLimits(pool)
  const letters = createLetters({ jobs, mail, from: config.mailFrom ?? `goldpan@${config.replyDomain}` })
  const sessions = createSessions({ db, clock })
  const accounts = createAccounts({
    db,
    ...ports,
    sessions,
    limits,
    letters,
    publicUrl,
    defaultPlan: config.defaultPlan,
  })
  const usage = createUsage({ db, clock, accounts })
  return { limits, letters, sessions, accounts, usage }
}

async function createPorts(frame: Frame, overrides: Partial<Ports>): Promise<Ports> {
  const { config, database, logger } = frame
  const clock = overrides.clock ?? systemClock
  return {
    clock,
    jobs:
      overrides.jobs ??
      createPgBossJobs({
        databaseUrl: frame.database.url,
        pool: database.pool,
        onError: (error, kind) => logger.error({ err: error, kind }, 'background work failed'),
      }),
    mail: overrides.mail ?? missing('mail'),
    botCheck: overrides.botCheck ?? (await createBotCheck(frame, clock)),
    files: overrides.files ?? createDiskFiles(join(config.dataDir, 'files')),
  }
}

function missing(port: string): never {
  throw new Error(`No adapter for ${port}`)
}

async function createBotCheck(frame: Frame, clock: Clock): Promise<BotCheck> {
  if (frame.config.botCheck === 'off') return noBotCheck
  return createAltchaBotCheck({
    clock,
    secret: (await readSecret(frame, clock, 'bot-check')).toString('hex'),
  })
}

async function readSecret({ database }: Frame, clock: Clock, name: string): Promise<Buffer> {
  const secrets = await readSecrets(
    systemScope('signing keys of the installation'),
    database.db,
    name,
    isoNow(clock),
  )
  const newest = secrets.at(-1)
  if (!newest) throw new Error(`The secret ${name} could not be made`)
  return newest.secret
}

const readLocalToken = async (frame: Frame, clock: Clock): Promise<string> =>
  (await readSecret(frame, clock, 'local-token')).toString('base64url')
