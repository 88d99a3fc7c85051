import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RefusalBody } from '@goldpan/contract/refusal'
import { type CallAnswer, type CallInput, LINES_TYPE, pathOf, type Route } from '@goldpan/contract/route'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { type App, compose, type PortOverrides } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { asOwner, type OwnerId } from '../src/db/owner.ts'
import { SESSION_COOKIE } from '../src/http/session-gate.ts'
import { createLogger } from '../src/logger.ts'
import { createFakeNotes } from '../src/providers/accepted-notes/fake.ts'
import { noBotCheck } from '../src/providers/bot-check/port.ts'
import { createTestClock, type TestClock } from '../src/providers/clock/test-clock.ts'
import { createFakeDirectory } from '../src/providers/directory/fake.ts'
import { createFakeDns } from '../src/providers/dns/fake.ts'
import { createFakeFiles } from '../src/providers/files/fake.ts'
import { createFakeMark } from '../src/providers/installation-mark/fake.ts'
import { createFakeJobs } from '../src/providers/jobs/fake.ts'
import { createFakeMail, type FakeMail } from '../src/providers/mail/fake.ts'
import { createAesVault, keysOfText } from '../src/providers/vault/aes-vault.ts'
import { createFakeCrawler } from './fake-crawler.ts'
import { SECRET_KEY } from './secret-key.ts'
import { SENDER_IDENTITY } from './sender-identity.ts'

/** Result of a call through the contract: the answer or the refusal. */
export interface Outcome<Answer> {
  status: number
  answer: Answer
  refusal: RefusalBody
  headers: Record<string, string | string[] | number | undefined>
}

/** A signed-in customer. */
export interface Customer {
  id: OwnerId
  email: string
  call<R extends Route>(route: R, ...input: InputOf<R>): Promise<Outcome<CallAnswer<R>>>
  /** The same, with the answer as lines of JSON. */
  callForLines<R extends Route>(route: R, ...input: InputOf<R>): Promise<Outcome<unknown[]>>
  /** Opens a page of ours, as a browser that is sent there. Doesn't follow redirects. */
  open(path: string): Promise<{ status: number; location: string }>
}

type InputOf<R> = Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]

export interface TestApp {
  app: App
  /** The system's. Product time goes with it, ahead by what the demo clock was moved. */
  clock: TestClock
  mail: FakeMail
  /** Not signed in. */
  visitor: Pick<Customer, 'call'>
  /** Alice owns what most tests are about; Bob is another customer. */
  alice: Customer
  bob: Customer
  /** Creates a customer with a sender identity, without which campaigns can't be sent. */
  createCustomer(name: string): Promise<Customer>
  /** Runs all waiting background work. */
  drain(): Promise<void>
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** For a second application on the same database, as another process would be. */
  databaseUrl: string
}

/**
 * Composes the application in process, on a separate database and with fakes for the outside world. Closes it after
 * the file's tests.
 */
export async function startTestApp(
  options: {
    ports?: PortOverrides
    environment?: Record<string, string>
    databaseUrl?: string
    /** Receives log lines, down to `info`. */
    log?: (line: Record<string, unknown>) => void
  } = {},
): Promise<TestApp> {
  const url = options.databaseUrl ?? (await createDatabase())
  const database = openDatabase(url, { max: 5 })
  const clock = createTestClock()
  const mail = createFakeMail()
  const config = readConfig({
    NODE_ENV: 'test',
    BOT_CHECK: 'off',
    REPLY_DOMAIN: 'reply.test.example',
    DEMO: 'off',
    INBOUND_SMTP_PORT: 'off',
    ...options.environment,
  })
  const ports = {
    systemClock: clock,
    mail,
    jobs: createFakeJobs(),
    botCheck: noBotCheck,
    files: createFakeFiles(),
    directory: createFakeDirectory([]),
    crawler: createFakeCrawler(),
    addressVerifier: { verify: async () => ({ result: 'unknown' as const, reasons: ['Nobody was asked.'] }) },
    dns: createFakeDns(),
    mark: createFakeMark(),
    notes: createFakeNotes(),
    vault: createAesVault(keysOfText(SECRET_KEY)[0]),
    ...options.ports,
  }
  const app = await compose(
    {
      config,
      database,
      logger: options.log
        ? createLogger('info', { write: (line) => options.log?.(JSON.parse(line)) })
        : pino({ level: process.env.TEST_LOG ?? 'silent' }),
      publicUrl: () => config.publicUrl,
    },
    ports,
  )
  await app.start()
  afterAll(async () => {
    await app.stop()
    await database.close()
  })

  const { host } = new URL(config.publicUrl)
  const callAs =
    (cookie: string | null): Customer['call'] =>
    async (route, ...input) =>
      send({ app, host }, route, (input[0] ?? {}) as SentParts, cookie)

  async function createCustomer(name: string): Promise<Customer> {
    const email = `${name.toLowerCase()}@customer.example`
    const [user] = await query<{ id: string }>(
      `insert into users (email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
       values ($1, $2, 'Tester', 'none', 'premium', $3, $3)
       on conflict (lower(email)) do update set first_name = excluded.first_name returning id`,
      [email, name, clock.now().toISOString()],
    )
    const id = asOwner(user!.id)
    await query(SENDER_IDENTITY, [id])
    const cookie = await app.features.sessions.start(app.database.db, id, 'test')
    return {
      id,
      email,
      call: callAs(cookie),
      callForLines: async (route, ...input) => {
        const parts = { ...(input[0] as SentParts), accept: LINES_TYPE }
        const outcome = await send({ app, host }, route, parts, cookie)
        return outcome as Outcome<unknown[]>
      },
      async open(path) {
        const response = await app.server.inject({
          url: path,
          headers: { host, cookie: `${SESSION_COOKIE}=${cookie}` },
        })
        return { status: response.statusCode, location: String(response.headers.location ?? '') }
      },
    }
  }

  const query: TestApp['query'] = async (sql, values) =>
    (await database.pool.query(sql, values as unknown[])).rows
  return {
    app,
    clock,
    mail,
    visitor: { call: callAs(null) },
    alice: await createCustomer('Alice'),
    bob: await createCustomer('Bob'),
    createCustomer,
    drain: () => ports.jobs.drain(),
    query,
    databaseUrl: url,
  }
}

interface SentParts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob | null
  fileName?: string
  accept?: string
}

async function send<R extends Route>(
  { app, host }: { app: App; host: string },
  route: R,
  parts: SentParts,
  cookie: string | null,
): Promise<Outcome<CallAnswer<R>>> {
  const search = new URLSearchParams(
    Object.entries(parts.query ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]): [string, string] => [name, String(value)]),
  )
  const { payload, headers } = await encodePayload(route, parts)
  const response = await app.server.inject({
    method: route.method,
    url: pathOf(route.path, parts.params) + (search.size > 0 ? `?${search}` : ''),
    payload,
    headers: {
      host,
      'user-agent': 'goldpan-test',
      ...(parts.accept ? { accept: parts.accept } : {}),
      ...(cookie ? { cookie: `${SESSION_COOKIE}=${cookie}` } : {}),
      ...headers,
    },
  })
  const body = decodeBody(String(response.headers['content-type'] ?? ''), response.rawPayload)
  return {
    status: response.statusCode,
    answer: body as CallAnswer<R>,
    refusal: body as RefusalBody,
    headers: response.headers,
  }
}

function decodeBody(type: string, raw: Buffer): unknown {
  if (type.startsWith(LINES_TYPE))
    return raw
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return type.includes('json') ? JSON.parse(raw.toString()) : new Blob([new Uint8Array(raw)])
}

async function encodePayload(
  route: Route,
  parts: SentParts,
): Promise<{ payload?: object; headers?: Record<string, string> }> {
  if (!route.upload) return parts.body === undefined ? {} : { payload: parts.body as object }
  const form = new FormData()
  for (const [name, value] of Object.entries((parts.body ?? {}) as Record<string, unknown>))
    form.append(name, String(value))
  if (parts.file) form.append(route.upload.field, parts.file, parts.fileName ?? 'file')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}

/** Copies a migrated template, which the first test file creates. */
async function createDatabase(): Promise<string> {
  const serverUrl = inject('postgresUrl')
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const template = await createTemplate(client, serverUrl)
    await client.query('select pg_advisory_unlock(1)')
    const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    return urlOf(serverUrl, name)
  } finally {
    await client.end()
  }
}

async function createTemplate(client: pg.Client, serverUrl: string): Promise<string> {
  const name = `template_${hashMigrations()}`
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount) return name
  await client.query(`create database ${name}_new`)
  const database = openDatabase(urlOf(serverUrl, `${name}_new`), { max: 1 })
  await migrate(database.pool, '2026-01-01T00:00:00.000Z')
  await database.close()
  await client.query(`alter database ${name}_new rename to ${name}`)
  return name
}

function hashMigrations(): string {
  const folders = ['../src/db/migrations', '../../../packages/places/migrations'].map((folder) =>
    path.join(import.meta.dirname, folder),
  )
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const file of readdirSync(folder).sort())
      hash.update(file).update(readFileSync(path.join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
