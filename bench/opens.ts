import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createMailTokens } from '../apps/server/src/compose-ports.ts'
import { startBundledPostgres } from '../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { systemClock } from '../apps/server/src/providers/clock/system.ts'
import { startProduct } from '../apps/server/test/product-process.ts'

/**
 * `npm run bench -- opens`: 10,000 messages are opened at once, each over a connection of its own, as after a send. How
 * long the answers take, until when all is written down, and how many are lost.
 */
const OPENS = 10_000
const ROUNDS = 3
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
chmodSync(folder, 0o755)
const postgres = await startBundledPostgres({ dataDir: folder })
const web = await startProduct({ ROLES: 'web', PORT: '0', DATABASE_URL: postgres.url, DATA_DIR: folder })
const database = openDatabase(postgres.url, { max: 2 })
const { hostname, port } = new URL(web.url)

/** Messages that were handed over an hour ago. */
async function insertMessages(round: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `with person as (
       insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
       values ('opens' || $2::int || '@bench.example', 'B', 'T', 'none', 'premium', now()) returning id)
     insert into recipients (owner_id, round, email, subject, content, state, next_at, queued_at, transmitting_at, finished_at)
     select id, 1, 'p' || n || '@shop.example', 's', 'c', 'sent', h, h, h, h
     from person, generate_series(1, $1::int) n, (values (now() - interval '1 hour')) as t(h) returning id`,
    [OPENS, round],
  )
  return rows.map(({ id }) => id)
}

/** A mail program: connects, asks, waits for the whole answer and goes. Answers the milliseconds, or null. */
function open(path: string): Promise<number | null> {
  const start = performance.now()
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('connect', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${AGENT}\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(/^HTTP\/1.1 200 /.test(answer) ? performance.now() - start : null))
  })
}

const countOpened = async (ids: string[]) =>
  (
    await database.pool.query<{ n: number }>(
      "select count(distinct recipient_id)::int as n from tracking_events where kind = 'open' and recipient_id = any($1)",
      [ids],
    )
  ).rows[0]!.n

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
const rounds: { lost: number; median: number; p99: number; written: number }[] = []

async function measure(round: number): Promise<void> {
  const ids = await insertMessages(round)
  const tokens = await createMailTokens({ database }, systemClock)
  const paths = ids.map((id) => `/t/o/${tokens.sign('open', id)}.gif`)
  const start = performance.now()
  const answers = await Promise.all(paths.map(open))
  const answered = answers.filter((took) => took !== null)
  while ((await countOpened(ids)) < answered.length && performance.now() - start < 60_000) await pause(50)
  const written = performance.now() - start
  const lost = OPENS - (await countOpened(ids))
  rounds.push({ lost, median: at(answered, 0.5), p99: at(answered, 0.99), written })
}

try {
  for (let round = 0; round < ROUNDS; round++) await measure(round)
  const middle = (kind: keyof (typeof rounds)[number]) =>
    at(
      rounds.map((round) => round[kind]),
      0.5,
    ).toFixed(0)
  const lost = rounds.reduce((sum, round) => sum + round.lost, 0)
  process.stdout.write(
    `${OPENS.toLocaleString('en')} opens at once, each over its own connection: ${lost} lost in ${ROUNDS} rounds; answered after ${middle('median')} ms (median) and ${middle('p99')} ms (p99), all written down after ${middle('written')} ms; medians of ${ROUNDS} rounds\n`,
  )
  if (lost > 0) process.exitCode = 1
} finally {
  await web.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
