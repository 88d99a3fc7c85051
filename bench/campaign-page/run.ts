import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium } from '@playwright/test'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { ensureBuilt } from '../../tools/build.mjs'
import { insertCampaign } from './rows.ts'

/**
 * The page of a campaign in Chromium, until it can be used: figures, template and the first recipients shown, Send
 * Emails ready to be pressed. Come to by a click in the list of campaigns, by its address in a tab that showed Goldpan
 * before, and by its address in a new tab, which has a process of the browser to start first. With 10,000 recipients
 * and, as the limit, with 10.
 */
const ROUNDS = 15
const SIZES = [10, 10_000]
const PORT = '3252'
const URL_OF_SERVER = `http://localhost:${PORT}`

ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
const postgres = await startBundledPostgres({ dataDir: folder })
const database = openDatabase(postgres.url)
await migrate(database.pool, new Date().toISOString())
const server = fork(join(import.meta.dirname, 'serve.ts'), [postgres.url, folder, PORT])
await once(server, 'message')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

const { rows } = await database.pool.query<{ id: string }>(
  `insert into users (email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
   values ('bench@customer.example', 'B', 'T', 'none', 'premium', now(), now()) returning id`,
)
const owner = rows[0]!.id
server.send(owner)
const [{ session }] = (await once(server, 'message')) as [{ session: string }]

/** A browser that has been here before, as the page's own code is cached. */
async function signIn(): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: URL_OF_SERVER,
    viewport: { width: 1280, height: 800 },
  })
  const cookie = { domain: 'localhost', path: '/' }
  await context.addCookies([
    { ...cookie, name: 'goldpan_session', value: session },
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

const ways = ['click', 'address', 'new tab'] as const
type Way = (typeof ways)[number]

async function timeOpening(context: BrowserContext, id: string, way: Way): Promise<Opening> {
  const page = await context.newPage()
  if (way !== 'new tab') {
    await page.goto('/campaigns')
    await page.locator(`a[href="/campaigns/${id}"]`).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  let bytes = 0
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) bytes += (await response.body().catch(() => Buffer.alloc(0))).length
  })
  const before = await busyOf(devTools)
  const start = performance.now()
  if (way === 'click') await page.locator(`a[href="/campaigns/${id}"]`).first().click()
  else await page.goto(`/campaigns/${id}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Send Emails', disabled: false }).waitFor()
  await page.getByRole('table', { name: 'Prospects of the campaign' }).getByRole('row').nth(5).waitFor()
  const ms = performance.now() - start
  const busyMs = (await busyOf(devTools)) - before
  await page.close()
  return { ms, busyMs, bytes }
}

async function busyOf(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Each call by itself, over HTTP, when nothing else is asked. */
async function timeCalls(id: string): Promise<void> {
  const paths = [
    '?recipients=none',
    '',
    '/recipients',
    '/recipients?search=last99',
    '/timeline',
    '/missing-values',
  ]
  for (const path of paths) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      const headers = { cookie: `goldpan_session=${session}` }
      const answer = await fetch(`${URL_OF_SERVER}/api/campaigns/${id}${path}`, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
      times.push(performance.now() - start)
    }
    console.log(`  GET /api/campaigns/:id${path}: median ${median(times).toFixed(1)} ms`)
  }
}

try {
  const campaigns: { size: number; id: string }[] = []
  for (const size of SIZES) campaigns.push({ size, id: await insertCampaign(database.pool, owner, size) })
  await database.pool.query('analyze')
  const context = await signIn()
  for (const { id } of campaigns) await timeOpening(context, id, 'new tab')
  const seen = new Map<string, Opening[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const { size, id } of campaigns)
      for (const way of ways) {
        const key = `${size.toLocaleString('en')} recipients, ${way}`
        seen.set(key, [...(seen.get(key) ?? []), await timeOpening(context, id, way)])
      }
  for (const [what, found] of seen) {
    const times = found.map(({ ms }) => ms)
    console.log(
      `${what}: usable after a median of ${median(times).toFixed(0)} ms (slowest ${Math.max(...times).toFixed(0)} ms), of it ${median(found.map(({ busyMs }) => busyMs)).toFixed(0)} ms of work in the page, ${(median(found.map(({ bytes }) => bytes)) / 1024).toFixed(0)} KiB of answers`,
    )
  }
  for (const { size, id } of campaigns) {
    console.log(`${size.toLocaleString('en')} recipients`)
    await timeCalls(id)
  }
  await context.close()
} finally {
  await browser.close()
  server.disconnect()
  await once(server, 'exit')
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
