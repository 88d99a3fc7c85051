import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { ensureBuilt } from '../build.mjs'

const root = join(import.meta.dirname, '../..')

export interface StoryInstallation {
  url: string
  stop(): Promise<void>
}

/** Starts an installation with a story of `npm run seed` on a port. Stopping it removes everything. */
export async function startStory(story: string, port: number): Promise<StoryInstallation> {
  ensureBuilt()
  const dataDir = mkdtempSync(join(tmpdir(), 'goldpan-screens-'))
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    INBOUND_SMTP_PORT: '0',
    BOT_CHECK: 'off',
    NODE_ENV: 'test',
  }
  const seeded = spawnSync(process.execPath, ['apps/server/dist/seed.js', story], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (seeded.status !== 0) throw new Error(`The story ${story} could not be told`)
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => chunk.includes('ready at') && resolve())
    server.once('exit', () => reject(new Error('The server ended')))
  })
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Logs in as the story's person. */
export async function logIn(context: BrowserContext, url: string): Promise<void> {
  const data = { email: 'ada@customer.example', password: 'sieve-and-gravel-7', recaptchaToken: 'off' }
  const response = await context.request.post(`${url}/api/auth/login`, { data })
  if (!response.ok()) throw new Error(await response.text())
}

/** The first item of a list, usually the newest. */
export async function firstId(context: BrowserContext, url: string): Promise<string> {
  const listed = (await (await context.request.get(url)).json()) as { id: string }[]
  if (!listed[0]) throw new Error(`${url} lists nothing`)
  return listed[0].id
}
