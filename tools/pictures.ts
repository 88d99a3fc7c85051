import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'

/** Makes the pictures of README.md and docs/tour.md anew, from the story 'campaign-midway'. */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/images')
const dataDir = mkdtempSync(join(tmpdir(), 'goldpan-pictures-'))
const port = '3199'
const base = `http://localhost:${port}`
const environment = {
  ...process.env,
  PORT: port,
  DATA_DIR: dataDir,
  INBOUND_SMTP_PORT: '0',
  BOT_CHECK: 'off',
  NODE_ENV: 'test',
}

async function startServer() {
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => chunk.includes('ready at') && resolve())
    server.once('exit', () => reject(new Error('The server ended')))
  })
  return server
}

async function logIn(context: BrowserContext): Promise<void> {
  const data = { email: 'ada@customer.example', password: 'sieve-and-gravel-7', recaptchaToken: 'off' }
  const response = await context.request.post(`${base}/api/auth/login`, { data })
  if (!response.ok()) throw new Error(await response.text())
}

async function take(
  page: Page,
  name: string,
  path: string,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  await page.goto(base + path)
  await prepare(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

async function takeAll(page: Page, context: BrowserContext): Promise<void> {
  const first = async (path: string) =>
    ((await (await context.request.get(base + path)).json()) as { id: string }[])[0]!.id
  await take(page, 'search', '/search', async () => {
    await page.getByLabel('Keywords').fill('hotel')
    await page.getByLabel('Location').fill('Liechtenstein')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Visit' }).first().waitFor()
  })
  await take(page, 'table', `/tables/${await first('/api/business/tables')}`, async () => {
    await page.getByRole('button', { name: /prospects of Rising Moon Bakery/ }).click()
    await page.getByText('Head Baker').waitFor()
    await page.mouse.wheel(0, 180)
  })
  await take(page, 'campaign', `/campaigns/${await first('/api/campaigns')}`, async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  await take(page, 'mailbox', '/mailbox', async () => {
    await page
      .getByRole('button', { name: /coffee/i })
      .or(page.getByRole('link', { name: /coffee/i }))
      .first()
      .click()
  })
}

mkdirSync(folder, { recursive: true })
spawnSync(process.execPath, ['apps/server/src/demo/seed.ts', 'campaign-midway'], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
})
const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  await logIn(context)
  await takeAll(await context.newPage(), context)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
console.log('docs/images is new')
