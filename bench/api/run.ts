import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBundledPostgres } from '../../apps/server/src/db/bundled/bundled-postgres.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { startProduct } from '../../apps/server/test/product-process.ts'
import { type Call, randomCall } from './calls.ts'
import { insertPeople, type Person } from './people.ts'

/**
 * `npm run bench -- api [seconds]`: 200 users with one call per second each, against one web process. Times are
 * measured by the client, which shares the machine.
 */
const USERS = 200
const SECONDS = Number(process.argv[2] ?? 40)
const WARM_UP_SECONDS = 5
const MAX_P99_MS = 150
const folder = mkdtempSync(join(tmpdir(), 'goldpan-bench-'))
chmodSync(folder, 0o755)
const postgres = await startBundledPostgres({ dataDir: folder })
const web = await startProduct({
  ROLES: 'web',
  PORT: '0',
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  DEMO: 'on',
})
const database = openDatabase(postgres.url, { max: 2 })
const { hostname, port } = new URL(web.url)
const agent = new Agent({ keepAlive: true, maxSockets: USERS })

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

const times = new Map<string, number[]>()
const failures = new Map<string, number>()
let calls = 0

async function work(person: Person, place: number): Promise<void> {
  await pause((place * 1000) / USERS)
  const begun = performance.now()
  while (performance.now() - begun < (SECONDS + WARM_UP_SECONDS) * 1000) {
    const call = randomCall()
    const start = performance.now()
    const status = await ask(call, person, ++calls)
    const took = performance.now() - start
    if (status >= 300)
      failures.set(`${call.name} ${status}`, (failures.get(`${call.name} ${status}`) ?? 0) + 1)
    if (start - begun > WARM_UP_SECONDS * 1000) times.set(call.name, [...(times.get(call.name) ?? []), took])
    await pause(Math.max(0, 1000 - took))
  }
}

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

/** Prints a row and returns its p99. */
function show(name: string, values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => at(sorted, share)) as [number, number, number]
  const cell = (label: string, ms: number) => `${label} ${ms.toFixed(1).padStart(6)} ms`
  console.log(
    `${name.padEnd(22)} ${String(sorted.length).padStart(6)} calls   ${cell('p50', p50)}   ${cell('p95', p95)}   ${cell('p99', p99)}`,
  )
  return p99
}

try {
  const people = await insertPeople(database.pool, USERS)
  await Promise.all(people.map(work))
  for (const [name, values] of times) show(name, values)
  const p99 = show('all', [...times.values()].flat())
  for (const [what, count] of failures) console.log(`${count} times ${what}`)
  console.log(`floor: p99 ${MAX_P99_MS} ms at ${USERS} users`)
  if (p99 > MAX_P99_MS || failures.size > 0) process.exitCode = 1
} finally {
  agent.destroy()
  await web.stop()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
