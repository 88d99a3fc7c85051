import { setTimeout as delay } from 'node:timers/promises'
import { readConnection } from './connection.ts'
import { isDatabaseFault, type OpenDatabase, openReadPool, readFrom } from './database.ts'
import { StartUpError } from './start-up-error.ts'

/** How long a read waits for the replica to catch up before it asks the primary. */
const WAIT_MS = 50
const POLL_MS = 5
/** After it lagged or failed, reads go to the primary without asking it. */
const REST_MS = 1000
/** A replica that doesn't answer must not hold up screens. */
const ANSWER_MS = 1000

const WRITTEN = 'select pg_current_wal_insert_lsn()::text as written'

/** A promoted replica is nobody's replica any more. */
const HAS = 'select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has'

/**
 * Servers that have both in common share their history; a replica that was left behind by a failover doesn't. One that
 * follows the new primary says so after its next restartpoint, some minutes later.
 */
const SERVER = `
  select system_identifier::text || ' ' || current_database() as cluster,
    case when pg_is_in_recovery()
      then (select timeline_id from pg_control_checkpoint())
      else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int end as timeline
  from pg_control_system()`

interface Server {
  cluster: string
  timeline: number
}

interface Options {
  max: number
  /** The replica failed, so the primary answered. */
  onError: (error: unknown) => void
}

export interface Replica {
  /**
   * Runs work that only reads, with the replica in place of the primary if the replica has everything that was written
   * before: nobody sees an older state. May run the work a second time, at the primary.
   */
  read<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Opens the replica of DATABASE_REPLICA_URL. One that can't be reached is left alone until it can.
 * @throws StartUpError if it isn't a replica of this database
 */
export async function openReplica(
  { pool: primary }: OpenDatabase,
  url: string,
  { max, onError }: Options,
): Promise<Replica> {
  const replica = openReadPool(readConnection(url, 'DATABASE_REPLICA_URL'), {
    max,
    onError,
    connectionTimeoutMillis: ANSWER_MS,
  })
  let restsUntil = 0
  let isVerified = false

  function rest(error: unknown): void {
    restsUntil = performance.now() + REST_MS
    // It may have another server behind it when it is back.
    isVerified = false
    if (error) onError(error)
  }

  /** False if the replica can't be told apart from a server of another history, for example because it is away. */
  async function verify(): Promise<boolean> {
    const [here, there] = await Promise.all(
      [primary, replica].map(async (pool) => (await pool.query<Server>(SERVER)).rows[0]!),
    )
    if (here!.cluster !== there!.cluster)
      throw new StartUpError(
        'DATABASE_REPLICA_URL leads to another database than DATABASE_URL. Please set it to a streaming replica of that one, or leave it out. Nothing was changed.',
      )
    return here!.timeline === there!.timeline
  }

  async function has(written: string): Promise<boolean> {
    const asked = { text: HAS, values: [written], query_timeout: ANSWER_MS }
    const { rows } = await replica.query<{ has: boolean }>(asked)
    return rows[0]?.has ?? false
  }

  async function hasEverything(): Promise<boolean> {
    if (performance.now() < restsUntil) return false
    if (!isVerified) {
      isVerified = await verify().catch((error: unknown) => {
        rest(error)
        return false
      })
      if (!isVerified) return false
    }
    const { rows } = await primary.query<{ written: string }>(WRITTEN)
    const until = performance.now() + WAIT_MS
    try {
      for (;;) {
        if (await has(rows[0]!.written)) return true
        if (performance.now() > until) break
        await delay(POLL_MS)
      }
      rest(null)
    } catch (error) {
      rest(error)
    }
    return false
  }

  try {
    isVerified = await verify()
  } catch (error) {
    if (error instanceof StartUpError) {
      await replica.end()
      throw error
    }
    rest(error)
  }

  return {
    async read(work) {
      if (!(await hasEverything())) return work()
      try {
        return await readFrom(replica, work)
      } catch (error) {
        // Such as a query that would hold up what the replica has to replay.
        if (!isDatabaseFault(error)) throw error
        rest(error)
        return work()
      }
    },
    close: () => replica.end(),
  }
}
