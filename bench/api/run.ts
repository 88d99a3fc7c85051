import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { startProduct } from '../../apps/server/test/product-process.ts'
import { anyCall, CALLS, type Call } from './calls.ts'
import { readMachineTime, shareOfOthers } from './machine.ts'
import { insertPeople, type Person } from './people.ts'
import type { Report } from './watch.ts'

/**
 * `npm run bench -- api [seconds]`: 200 people at work at the same time, each with a call a second at moments of their
 * own, against one web process on a durable PostgreSQL. Whoever waits longer than a second calls again at once. Times
 * are measured where the browser would be; the process that measures shares the machine. Besides, what the web process
 * says of itself: queries of each call, pauses of its event loop, of collecting garbage, waits for a connection.
 */
const PEOPLE = 200
const SECONDS = Number(process.argv[2] ?? 40)
const WARM_UP_SECONDS = 5
const TARGET_MS = 100
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
chmodSync(folder, 0o755)
const postgres = await startBundledPostgres({ dataDir: folder })
const web = await startProduct({
  ...{ ROLES: 'web', PORT: '0', DATABASE_URL: postgres.url, DATA_DIR: folder, DEMO: 'on' },
  ...{
    BENCH_REPORT: join(folder, 'report.json'),
    NODE_OPTIONS: `--import=${import.meta.resolve('./watch.ts')}`,
  },
})
const database = openDatabase(postgres.url, { max: 2 })
const { hostname, port } = new URL(web.url)
const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })

function ask(call: Call, person: Person, n: number): Promise<number> {
  const body = call.body && JSON.stringify(call.body(person, n))
  const headers = {
    cookie: person.cookie,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, agent, method: call.method, path: call.path(person), headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

let reports = 0

/** What the web process counted since it was asked last. */
async function readReport(): Promise<Report> {
  process.kill(web.pid, 'SIGUSR2')
  reports += 1
  for (;;) {
    const report = readAnswer(join(folder, 'report.json'))
    if (report?.n === reports) return report
    await pause(5)
  }
}

function readAnswer(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

const ALONE = 10

/** Queries of a call, the session's included. */
async function countQueries(call: Call, person: Person): Promise<number> {
  await readReport()
  for (let n = 0; n < ALONE; n++) await ask(call, person, ++calls)
  return (await readReport()).queries / ALONE
}

const times: number[] = []
const byName = new Map<string, number[]>()
const failures = new Map<string, number>()
let calls = 0

async function work(person: Person, at: number): Promise<void> {
  await pause((at * 1000) / PEOPLE)
  const begun = performance.now()
  while (performance.now() - begun < (SECONDS + WARM_UP_SECONDS) * 1000) {
    const call = anyCall()
    const start = performance.now()
    const status = await ask(call, person, ++calls)
    const took = performance.now() - start
    if (status >= 300)
      failures.set(`${call.name} ${status}`, (failures.get(`${call.name} ${status}`) ?? 0) + 1)
    if (start - begun > WARM_UP_SECONDS * 1000) note(call.name, took)
    await pause(Math.max(0, 1000 - took))
  }
}

function note(name: string, took: number): void {
  times.push(took)
  const known = byName.get(name)
  if (known) known.push(took)
  else byName.set(name, [took])
}

const at = (values: number[], share: number) =>
  (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  ).toFixed(1)
const say = (name: string, values: number[], queries = '') =>
  process.stdout.write(
    `${name.padEnd(24)} ${String(values.length).padStart(6)} calls   median ${at(values, 0.5).padStart(6)} ms   p95 ${at(values, 0.95).padStart(6)} ms   p99 ${at(values, 0.99).padStart(6)} ms   ${queries}\n`,
  )

try {
  const people = await insertPeople(database.pool, PEOPLE)
  const atWork = Promise.all(people.map(work))
  await pause(WARM_UP_SECONDS * 1000)
  await readReport()
  const own = monitorEventLoopDelay({ resolution: 5 })
  own.enable()
  const [before, from] = [readMachineTime(), performance.now()]
  await atWork
  const others = shareOfOthers(before, readMachineTime(), performance.now() - from)
  const { loop_p99_ms, loop_max_ms, gc_ms, gc_max_ms, pool_max_ms, slow_commits, commit_max_ms, cpu_ms } =
    await readReport()
  for (const call of CALLS) {
    const queries = await countQueries(call, people[0]!)
    say(call.name, byName.get(call.name) ?? [], `${queries.toFixed(1)} queries`)
  }
  say('all', times)
  const figures = {
    loop_p99_ms,
    loop_max_ms,
    gc_max_ms,
    pool_max_ms,
    slow_commits,
    commit_max_ms,
    gc_ms,
    cpu_ms,
  }
  process.stdout.write(
    `the web process: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value.toFixed(0)}`)
      .join(', ')}\n`,
  )
  process.stdout.write(`the process that measures stood still for ${(own.max / 1e6).toFixed(0)} ms at most\n`)
  process.stdout.write(`other programs took ${others.toFixed(0)} % of the machine meanwhile\n`)
  process.stdout.write(`target: p99 under ${TARGET_MS} ms at ${PEOPLE} people, each with a call a second\n`)
  for (const [what, count] of failures) process.stdout.write(`${count} times ${what}\n`)
} finally {
  agent.destroy()
  await web.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
