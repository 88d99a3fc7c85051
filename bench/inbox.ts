import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBundledPostgres } from '../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { systemScope } from '../apps/server/src/db/owner.ts'
import { analyze, fillInbox } from '../apps/server/src/demo/inbox/inbox.store.ts'
import { SESSION_COOKIE } from '../apps/server/src/http/session-gate.ts'
import { startProduct } from '../apps/server/test/product-process.ts'

/**
 * `npm run bench -- inbox`: an owner with 50,000 conversations, among 20 others with 500 each. Times lists, counts and
 * searches, and a change of all with its undo.
 */
const CONVERSATIONS = 50_000
const OTHERS = 20
const ROUNDS = 40
const LIST_MS = 150
const SEARCH_MS = 300
const CHANGE_MS = 10_000

const scope = systemScope('a benchmark fills inboxes')
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
chmodSync(folder, 0o755)
const postgres = await startBundledPostgres({ dataDir: folder })
const web = await startProduct({
  ROLES: 'web',
  PORT: '0',
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  DEMO: 'off',
})
const { db, pool, close } = openDatabase(postgres.url, { max: 2 })

async function insertOwner(email: string, count: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `with person as (
       insert into users (email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
       values ($1, 'Ada', 'Pan', 'none', 'premium', now(), now()) returning id)
     insert into sessions (user_id, token_hash, created_at, used_at) select id, $2, now(), now() from person`,
    [email, createHash('sha256').update(token).digest('hex')],
  )
  await db.transaction((tx) => fillInbox(tx, scope, { email, count, at: new Date().toISOString() }))
  return `${SESSION_COOKIE}=${token}`
}

async function ask<Answer>(cookie: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${web.url}/api/conversations${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

let isSlow = false
function report(name: string, times: number[], floor: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))]!
  isSlow ||= p95 > floor
  console.log(`${name.padEnd(34)} p95 ${p95.toFixed(0).padStart(6)} ms  (floor ${floor} ms)`)
}

async function time(name: string, cookie: string, path: string, floor: number): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const start = performance.now()
    await ask(cookie, path)
    times.push(performance.now() - start)
  }
  report(name, times, floor)
}

try {
  const start = performance.now()
  const cookie = await insertOwner('ada@bench.example', CONVERSATIONS)
  console.log(`filled in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  for (let n = 0; n < OTHERS; n++) await insertOwner(`other${n}@bench.example`, 500)
  await analyze(db, scope)
  const { correspondents } = await ask<{ correspondents: { campaign: { id: string } }[] }>(cookie, '?limit=1')
  const campaign = correspondents[0]!.campaign.id
  const measure = async () => {
    for (const query of [
      '',
      '?state=open',
      '?state=open&unread=true',
      '?state=open&assignee=me',
      '?label=interested',
      '?limit=100&offset=30000',
      `?campaign=${campaign}`,
    ])
      await time(`list ${query.replace(campaign, '…')}`, cookie, query, LIST_MS)
    await time('counts', cookie, '/counts', LIST_MS)
    for (const search of [
      'coffee',
      'keller',
      'kell 14 h',
      'zoe.keller',
      'nothing like that',
      'th',
      'farid muller büro',
    ])
      await time(`search ${search}`, cookie, `?search=${encodeURIComponent(search)}`, SEARCH_MS)
  }
  await measure()
  const change = async (name: string, body: object) => {
    const began = performance.now()
    const answer = await ask<{ changed: number; undo: string }>(cookie, '/change', {
      selection: { filter: {}, except: [] },
      ...body,
    })
    report(`${name} (${answer.changed})`, [performance.now() - began], CHANGE_MS)
    const undone = performance.now()
    await ask(cookie, `/changes/${answer.undo}/undo`, {})
    report(`undo of ${name}`, [performance.now() - undone], CHANGE_MS)
  }
  await change('done', { state: 'done' })
  await change('unread', { read: false })
  await change('interested', { label: 'interested', confirm: true })
  await change('stop', { label: 'stop' })
  await measure()
} finally {
  await web.stop()
  await close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isSlow ? 1 : 0
