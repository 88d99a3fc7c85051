import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import pg from 'pg'

/**
 * Loaded into the web process before the product: counts its queries, how long it stood still and why, and writes that
 * to BENCH_REPORT at each SIGUSR2, from where on it counts anew.
 */
export interface Report {
  n: number
  queries: number
  /** How late a timer came. */
  loop_p99_ms: number
  loop_max_ms: number
  gc_ms: number
  gc_max_ms: number
  /** The longest wait for a connection. */
  pool_max_ms: number
  /** Ends of transactions that waited for the disk for longer than 50 ms, and the longest of them. */
  slow_commits: number
  commit_max_ms: number
  cpu_ms: number
}

const fresh = () => ({
  queries: 0,
  gc_ms: 0,
  gc_max_ms: 0,
  pool_max_ms: 0,
  slow_commits: 0,
  commit_max_ms: 0,
})
let counted = fresh()
let cpu = process.cpuUsage()
let n = 0

const issue = pg.Client.prototype.query as (this: unknown, ...given: unknown[]) => unknown
pg.Client.prototype.query = function watched(this: unknown, ...given: unknown[]) {
  counted.queries += 1
  const answer = issue.apply(this, given)
  if (/^commit$/i.test(textOf(given[0]))) noteCommit(answer as Promise<unknown>)
  return answer
} as typeof pg.Client.prototype.query

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text ?? '')

function noteCommit(answer: Promise<unknown>): void {
  const from = performance.now()
  const note = () => {
    const took = performance.now() - from
    counted.commit_max_ms = Math.max(counted.commit_max_ms, took)
    if (took > 50) counted.slow_commits += 1
  }
  answer.then(note, note)
}

const connect = pg.Pool.prototype.connect as (this: unknown, ...given: unknown[]) => unknown
pg.Pool.prototype.connect = function watched(this: unknown, ...given: unknown[]) {
  const from = performance.now()
  const note = () => {
    counted.pool_max_ms = Math.max(counted.pool_max_ms, performance.now() - from)
  }
  const [then] = given
  if (typeof then !== 'function') {
    const got = connect.apply(this, given) as Promise<unknown>
    return got.finally(note)
  }
  return connect.call(this, (...answer: unknown[]) => {
    note()
    then(...answer)
  })
} as typeof pg.Pool.prototype.connect

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    counted.gc_ms += duration
    counted.gc_max_ms = Math.max(counted.gc_max_ms, duration)
  }
}).observe({ entryTypes: ['gc'] })

process.on('SIGUSR2', () => {
  const { user, system } = process.cpuUsage(cpu)
  const ms = (nanoseconds: number) => nanoseconds / 1e6
  const report: Report = {
    ...{ n: ++n, ...counted, cpu_ms: (user + system) / 1000 },
    ...{ loop_p99_ms: ms(delay.percentile(99)), loop_max_ms: ms(delay.max) },
  }
  counted = fresh()
  cpu = process.cpuUsage()
  delay.reset()
  writeFileSync(process.env.BENCH_REPORT!, JSON.stringify(report))
})
