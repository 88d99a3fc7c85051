import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { pino } from 'pino'
import { compose } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { asOwner } from '../../apps/server/src/db/owner.ts'
import { buildWeb } from '../../tools/start-web-build.mjs'
import { insertCampaign } from './rows.ts'

/**
 * The page of a campaign in Chromium, from the click on an address to a page that can be used: figures, template and
 * the first recipients shown, Send Emails ready to be pressed. With 10,000 recipients and, as the limit, with 10.
 */
const ROUNDS = 15
const SIZES = [10, 10_000]

if (!buildWeb()) throw new Error('The screens could not be built')
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())
const config = {
  ...readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'off', PORT: '3252', INBOUND_SMTP_PORT: 'off' }),
}
const app = await compose({
  config,
  database,
  logger: pino({ level: 'error' }),
  publicUrl: () => config.publicUrl,
})
await app.start()
await app.server.listen({ port: config.port, host: '127.0.0.1' })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

const { rows } = await database.pool.query<{ id: string }>(
  `insert into users (email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
   values ('bench@customer.example', 'B', 'T', 'none', 'premium', now(), now()) returning id`,
)
const owner = asOwner(rows[0]!.id)

/** A browser that has been here before, as the page's own code is cached. */
async function signIn(): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: config.publicUrl,
    viewport: { width: 1280, height: 800 },
  })
  const cookie = { domain: 'localhost', path: '/' }
  await context.addCookies([
    { ...cookie, name: 'goldpan_session', value: await app.features.sessions.start(owner, 'bench') },
    { ...cookie, name: 'goldpan_signed_in', value: '1' },
  ])
  return context
}

interface Opening {
  ms: number
  /** How long the page itself kept a processor busy: on a busy machine, the rest is waiting for one. */
  busyMs: number
  bytes: number
}

async function timeOpening(context: BrowserContext, id: string): Promise<Opening> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  let bytes = 0
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) bytes += (await response.body().catch(() => Buffer.alloc(0))).length
  })
  const start = performance.now()
  await page.goto(`/campaigns/${id}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Send Emails', disabled: false }).waitFor()
  await page.getByRole('table', { name: 'Prospects of the campaign' }).getByRole('row').nth(5).waitFor()
  const ms = performance.now() - start
  const { metrics } = await devTools.send('Performance.getMetrics')
  const busyMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  await page.close()
  return { ms, busyMs, bytes }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function timeCalls(id: string): Promise<void> {
  const { campaigns } = app.features
  const calls = {
    'GET /api/campaigns/:id?recipients=none': () => campaigns.get(owner, id, { recipients: 'none' }),
    'GET /api/campaigns/:id': () => campaigns.get(owner, id, { recipients: 'all' }),
    'GET …/recipients': () =>
      campaigns.listRecipientPage(owner, id, { offset: 0, limit: 50, search: '', status: undefined }),
    'GET …/recipients?search=': () =>
      campaigns.listRecipientPage(owner, id, { offset: 0, limit: 50, search: 'last99', status: undefined }),
    'GET …/timeline': () => campaigns.timeline(owner, id),
  }
  for (const [name, run] of Object.entries(calls)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      await run()
      times.push(performance.now() - start)
    }
    console.log(`  ${name}: median ${median(times).toFixed(1)} ms`)
  }
}

try {
  const campaigns: { size: number; id: string }[] = []
  for (const size of SIZES) campaigns.push({ size, id: await insertCampaign(database.pool, owner, size) })
  await database.pool.query('analyze')
  const context = await signIn()
  for (const { id } of campaigns) await timeOpening(context, id)
  const seen = new Map(SIZES.map((size) => [size, [] as Opening[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const { size, id } of campaigns) seen.get(size)!.push(await timeOpening(context, id))
  for (const { size, id } of campaigns) {
    const found = seen.get(size)!
    const times = found.map(({ ms }) => ms)
    console.log(
      `${size.toLocaleString('en')} recipients: usable after a median of ${median(times).toFixed(0)} ms (slowest ${Math.max(...times).toFixed(0)} ms), of it ${median(found.map(({ busyMs }) => busyMs)).toFixed(0)} ms of work in the page, ${(median(found.map(({ bytes }) => bytes)) / 1024).toFixed(0)} KiB of answers`,
    )
    await timeCalls(id)
  }
  await context.close()
} finally {
  await browser.close()
  await app.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
