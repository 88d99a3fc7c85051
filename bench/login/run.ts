import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Logging in at 20 people at once against the real process: what a login takes, how many a second, and whether anybody
 * else notices, from calls of another visitor meanwhile. The limit is Argon2id itself on this machine's cores.
 */
const PEOPLE = 20
const SECONDS = 15
const PORT = 3197
const root = join(import.meta.dirname, '../..')
const url = `http://127.0.0.1:${PORT}`
const dataDir = mkdtempSync(join(tmpdir(), 'goldpan-login-bench-'))
const env = {
  ...process.env,
  PORT: String(PORT),
  DATA_DIR: dataDir,
  NODE_ENV: 'test',
  BOT_CHECK: 'off',
  DEMO: 'off',
  INBOUND_SMTP_PORT: 'off',
  TRUST_PROXY: '127.0.0.1',
}

const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
  cwd: root,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
await new Promise<void>((resolve, reject) => {
  server.stdout.on('data', (chunk: Buffer) => chunk.includes('ready at') && resolve())
  server.once('exit', () => reject(new Error('The server ended')))
})

async function call(method: 'GET' | 'POST', path: string, person: number, body?: object) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      // Each person has an address of their own; the mailbox answers no proxy.
      ...(path.startsWith('/api/mailbox') ? {} : { 'x-forwarded-for': `198.51.100.${person}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, text: await answer.text() }
}

const password = 'sieve-and-gravel-7'
const address = (person: number) => `bench-${person}@customer.example`

async function signUp(person: number): Promise<void> {
  const form = { firstName: 'Ada', lastName: 'Pan', password, confirmPassword: password, acceptTerms: true }
  await call('POST', '/api/auth/register', person, { ...form, email: address(person), recaptchaToken: 'off' })
  const link = await readLink(person)
  await call('POST', '/api/auth/confirm-email', person, {
    token: link.searchParams.get('token'),
    type: 'signup',
  })
}

async function readLink(person: number): Promise<URL> {
  for (;;) {
    const { text } = await call('GET', `/api/mailbox?to=${encodeURIComponent(address(person))}`, person)
    const [letter] = JSON.parse(text) as { id: string }[]
    const read = letter && (await call('GET', `/api/mailbox/${letter.id}`, person))
    const found =
      read && /http:\/\/\S+\/auth\/confirm\?\S+/.exec((JSON.parse(read.text) as { text: string }).text)
    if (found) return new URL(found[0])
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const until = (end: number) => performance.now() < end
const times: number[] = []
const beside: number[] = []

async function logInAgainAndAgain(person: number, end: number): Promise<void> {
  while (until(end)) {
    const start = performance.now()
    const { status } = await call('POST', '/api/auth/login', person, {
      email: address(person),
      password,
      recaptchaToken: 'off',
    })
    if (status !== 200) throw new Error(`A login was answered with ${status}`)
    times.push(performance.now() - start)
  }
}

async function visit(end: number): Promise<void> {
  while (until(end)) {
    const start = performance.now()
    await call('GET', '/api/health', 250)
    beside.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const at = (values: number[], share: number) =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(1)

try {
  for (let person = 0; person < PEOPLE; person++) await signUp(person)
  const end = performance.now() + SECONDS * 1000
  await Promise.all([
    ...Array.from({ length: PEOPLE }, (_, person) => logInAgainAndAgain(person, end)),
    visit(end),
  ])
  console.log(`${PEOPLE} people at once: ${(times.length / SECONDS).toFixed(1)} logins a second`)
  console.log(`a login: median ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, p99 ${at(times, 0.99)} ms`)
  console.log(`another call meanwhile: median ${at(beside, 0.5)} ms, p99 ${at(beside, 0.99)} ms`)
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
