import type pg from 'pg'
import { WRITABLE } from './connection.ts'
import { isMigrated } from './migrate.ts'

/** True if the database is reachable, writable and migrated and the job queue is open. */
export async function checkReadiness(pool: pg.Pool, isQueueOpen: () => boolean) {
  const answers = (sql: string) =>
    pool.query(sql).then(
      () => true,
      () => false,
    )
  const [found] = await pool.query<{ writable: boolean }>(WRITABLE).then(
    ({ rows }) => rows,
    () => [],
  )
  const database = found !== undefined
  const writable = found?.writable ?? false
  const migrations = database && (await isMigrated(pool).catch(() => false))
  const queue = database && isQueueOpen() && (await answers('select 1 from pgboss.version'))
  return { database, writable, migrations, queue }
}

export interface QueueDepth {
  queue: string
  state: string
  count: number
  /** Age of the oldest item that waits or is due; null if unknown. */
  oldestSeconds: number | null
}

/** Each line reads a partial index of open work, so it stays fast. */
const OPEN_WORK = `
  select 'sending' as queue, 'queued' as state, count(*), min(next_at) as since from recipients
    where state = 'queued'
  union all select 'sending', state, count(*), null from recipients
    where state in ('claimed', 'transmitting') group by state
  union all select 'gathering', 'queued', count(*), (
      select min(j.created_at) from gathering_jobs j where j.status in ('pending', 'processing')
        and exists (select from gathering_items i where i.job_id = j.id and i.state = 'queued'))
    from gathering_items where state = 'queued'
  union all select 'gathering', 'claimed', count(*), null from gathering_items where state = 'claimed'
  union all select 'inbound mail', 'to be read', count(*), min(received_at) from inbound_messages where handled_at is null
  union all select 'forwarding', 'queued', count(*), min(next_at) from inbound_messages where forward_state = 'queued'
  union all select 'answers', 'queued', count(*), min(next_at) from answers where state = 'queued'
  union all select 'payment events', 'waiting', count(*), min(received_at) from billing_events where processed_at is null
  order by 1, 2`

/** Work whose moments are in system time. A mailbox that was just connected is due since the epoch. */
const SYSTEM_WORK = `
  select 'imports' as queue, 'active' as state, count(*), min(worked_at) as since from imports
    where status in ('checking', 'importing')
  union all select 'own mailboxes', 'to be read', count(*), min(nullif(due_at, 'epoch')) from mailbox_looks
    where due_at <= $1 and coalesce(held_until <= $1, true)`

const JOBS = `
  select 'job ' || name as queue, state::text, count(*), min(start_after) as since from pgboss.job
  where state in ('created', 'retry', 'active', 'failed') group by name, state order by 1, 2`

interface Row {
  queue: string
  state: string
  count: string
  since: Date | null
}

/** Items that wait, run or have failed, for every queue. */
export async function readQueueDepths(pool: pg.Pool, at: Date, systemAt: Date): Promise<QueueDepth[]> {
  const { rows } = await pool.query<Row>(OPEN_WORK)
  const system = await pool.query<Row>(SYSTEM_WORK, [systemAt])
  // pg-boss creates its tables on the first start.
  const found = await pool.query<{ has: boolean }>("select to_regclass('pgboss.job') is not null as has")
  const jobs = found.rows[0]?.has ? (await pool.query<Row>(JOBS)).rows : []
  return [...rows.map(toDepth(at)), ...[...system.rows, ...jobs].map(toDepth(systemAt))]
}

/** Holds that end only when somebody acts: that of the installation after its database changed, and pauses by kind. */
export async function readHolds(pool: pg.Pool): Promise<{ kind: string; count: number }[]> {
  const { rows } = await pool.query<{ kind: string; count: string }>(HOLDS)
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }))
}

const HOLDS = `
  select 'installation' as kind, count(*) from installation_holds where lifted_at is null or settled_at is null
  union all select kind.name, (select count(*) from sending_pauses p where p.kind = kind.name and p.lifted_at is null)
    from (values ('policy'), ('bounces'), ('complaints')) as kind (name)`

const toDepth =
  (at: Date) =>
  ({ queue, state, count, since }: Row): QueueDepth => ({
    queue,
    state,
    count: Number(count),
    oldestSeconds: since && Math.max(0, Math.round((at.getTime() - since.getTime()) / 1000)),
  })
