import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** What was used between two moments. */
export interface Cost {
  /** Processor time of this process. */
  ownMs: number
  /** Processor time of all of PostgreSQL's processes. */
  databaseMs: number
  queries: number
  /** What the tables and indexes grew by. */
  storedBytes: number
  /** What was written to the log that makes it durable. */
  loggedBytes: number
}

const TICK_MS = 10
let queries = 0
const issue = pg.Client.prototype.query as (this: unknown, ...given: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: unknown, ...given: unknown[]) {
  queries += 1
  return issue.apply(this, given)
} as typeof pg.Client.prototype.query

/** Time of the processes below one, those that have ended included. Linux only. */
function ticksBelow(pid: number): number {
  let ticks = 0
  for (const other of readdirSync('/proc')) {
    const fields = statOf(other)
    if (fields && (Number(other) === pid || Number(fields[1]) === pid))
      // utime and stime, and of those that have ended, as the server has counted them.
      ticks +=
        Number(fields[11]) +
        Number(fields[12]) +
        (Number(other) === pid ? Number(fields[13]) + Number(fields[14]) : 0)
  }
  return ticks
}

/** The fields behind the name, which may hold anything. */
function statOf(pid: string): string[] | null {
  if (!/^\d+$/.test(pid)) return null
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

export async function createMeter(pool: pg.Pool, postmaster: number) {
  const read = async () => {
    await pool.query('checkpoint')
    const { rows } = await pool.query<{ size: string; log: string }>(
      "select pg_database_size(current_database()) as size, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log",
    )
    const { user, system } = process.cpuUsage()
    return {
      ...{ ownMs: (user + system) / 1000, databaseMs: ticksBelow(postmaster) * TICK_MS, queries },
      ...{ storedBytes: Number(rows[0]!.size), loggedBytes: Number(rows[0]!.log) },
    }
  }
  return {
    /** What a piece of work used, by unit. */
    async measure(units: number, work: () => Promise<unknown>): Promise<Cost> {
      const before = await read()
      await work()
      const after = await read()
      const by = (kind: keyof Cost) => Math.max(0, after[kind] - before[kind]) / units
      return {
        ...{ ownMs: by('ownMs'), databaseMs: by('databaseMs'), queries: by('queries') },
        ...{ storedBytes: by('storedBytes'), loggedBytes: by('loggedBytes') },
      }
    },
  }
}
