import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { ROOT } from '../root.ts'
import { DatabaseClient } from './connection.ts'
import { LOCK_ERRORS, type Pool } from './database.ts'
import { StartUpError } from './start-up-error.ts'

/** Advisory lock: of several processes that start at once, one migrates at a time. */
const MIGRATION_LOCK = 7_402_113

/** How long a migration waits for a lock before it lets others pass. */
const LOCK_WAIT_MS = 2000
const LOCK_PAUSE_MS = 1000
const SAID_EVERY_MS = 15_000

const CREATE_LEDGER =
  'create table if not exists goldpan_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)'

/**
 * The first line of a migration that runs statement by statement, each committed at once, as `create index concurrently`
 * demands. It may be interrupted and starts over, so every statement can be repeated.
 */
const NO_TRANSACTION = /^-- no transaction\b/

interface Migration {
  name: string
  path: string
  sql: string
  checksum: string
}

const FOLDERS = [
  { prefix: '', path: join(ROOT, 'apps/server/src/db/migrations') },
  { prefix: 'places/', path: join(ROOT, 'packages/places/migrations') },
]

async function readMigrations(folders = FOLDERS): Promise<Migration[]> {
  const found: Migration[] = []
  for (const { prefix, path } of folders) {
    const files = (await readdir(path)).filter((file) => file.endsWith('.sql')).sort()
    for (const file of files) {
      const sql = await readFile(join(path, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      found.push({ name: prefix + file, path: join(path, file), sql, checksum })
    }
  }
  return found
}

/** Lists the migrations the database lacks. Refuses a database whose tables may differ from what this code relies on. */
async function findPending(
  client: Pick<pg.ClientBase, 'query'>,
  migrations: Migration[],
): Promise<Migration[]> {
  const ledger = await client.query<{ has: boolean }>(
    "select to_regclass('goldpan_migrations') is not null as has",
  )
  if (!ledger.rows[0]?.has) return migrations
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from goldpan_migrations order by name',
  )
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = rows.find(({ name }) => !known.has(name))
  if (unknown)
    throw new StartUpError(
      `The database ran the migration ${unknown.name}, which this version of Goldpan doesn't have: another version wrote it, newer or in development. Nothing was changed; please start that version, restore a backup made before it, or use another database.`,
    )
  const changed = rows.find(({ name, checksum }) => known.get(name)?.checksum !== checksum)
  if (changed)
    throw new StartUpError(
      `The migration ${known.get(changed.name)?.path} is not the one that this database ran: the file was changed afterwards. Nothing was changed; please put back the file as it was released (git checkout), and make changes in a new migration.`,
    )
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.filter((migration) => !applied.has(migration.name))
}

async function run(client: pg.ClientBase, migration: Migration, at: string): Promise<void> {
  await client.query(migration.sql.replaceAll(/\bconcurrently\b/gi, ''))
  await note(client, migration, at)
}

async function note(client: pg.ClientBase, { name, checksum }: Migration, at: string): Promise<void> {
  await client.query('insert into goldpan_migrations (name, checksum, applied_at) values ($1, $2, $3)', [
    name,
    checksum,
    at,
  ])
}

/**
 * Runs named migrations within the caller's transaction, to create the tables a backup was taken of.
 * @throws StartUpError if this version doesn't have one of them
 */
export async function applyNamed(client: pg.ClientBase, names: readonly string[], at: string): Promise<void> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  await client.query(CREATE_LEDGER)
  for (const name of names) {
    const migration = known.get(name)
    if (!migration)
      throw new StartUpError(
        `The backup ran the migration ${name}, which this version of Goldpan doesn't have. Nothing was changed; please restore it with the version that made it.`,
      )
    await run(client, migration, at)
  }
}

/** The migrations of a backup that this version doesn't have, so that it can't restore it. */
export async function findUnknown(names: readonly string[]): Promise<string[]> {
  const known = new Set((await readMigrations()).map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

/** @throws StartUpError if the database ran a migration that this version lacks or has with another text */
export async function verifyMigrations(client: pg.ClientBase): Promise<void> {
  await findPending(client, await readMigrations())
}

/**
 * Applies missing migrations, each in a transaction of its own (or, to build indexes, in none), without time limits. A lock is waited
 * for only briefly at a time, because everything else queues behind a waiting migration; `onWait` gets a sentence about
 * it now and then. Returns how many were applied here.
 */
export async function migrate(
  pool: Pool,
  at: string,
  onWait: OnWait = () => undefined,
  folders = FOLDERS,
): Promise<number> {
  const migrations = await readMigrations(folders)
  const pending = await findPending(pool, migrations)
  if (pending.length === 0) return 0
  const client = new DatabaseClient(pool.options)
  client.on('error', () => undefined)
  await client.connect()
  try {
    let applied = 0
    for (const migration of pending) {
      const apply = () => applyLocked(client, migration, { pool, migrations, at, onWait })
      if (await repeatLocked(apply, () => describeWait(pool, client, migration), onWait)) applied += 1
    }
    return applied
  } finally {
    await client.end().catch(() => undefined)
  }
}

type OnWait = (sentence: string) => void

interface Run {
  pool: Pool
  migrations: Migration[]
  at: string
  onWait: OnWait
}

/** False if another process has applied it meanwhile. The advisory lock ends with the transaction. */
async function applyLocked(
  client: pg.ClientBase,
  migration: Migration,
  { pool, migrations, at, onWait }: Run,
): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${LOCK_WAIT_MS}`,
    )
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(CREATE_LEDGER)
    const isPending = (await findPending(client, migrations)).some(({ name }) => name === migration.name)
    if (isPending && NO_TRANSACTION.test(migration.sql)) {
      await runOutside(pool, migration, onWait)
      await note(client, migration, at)
    } else if (isPending) await run(client, migration, at)
    await client.query('commit')
    return isPending
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Builds indexes while others write, which waits for their transactions without a limit; nobody queues behind it. On
 * a connection of its own: the other one holds the lock, and must not have a snapshot that the build would wait for.
 */
async function runOutside(pool: Pool, migration: Migration, onWait: OnWait): Promise<void> {
  const client = new DatabaseClient(pool.options)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    const statements = migration.sql
      .replaceAll(/--.*$/gm, '')
      .split(';')
      .filter((text) => text.trim())
    for (const statement of statements) {
      const build = () => buildIndex(client, statement)
      await repeatLocked(build, () => describeWait(pool, client, migration), onWait)
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The server may still be building an index whose process was killed; an interrupted build leaves an invalid one. */
const INDEX = `
  select indisvalid as is_valid,
    exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as is_building
  from pg_index where indexrelid = to_regclass($1)`

async function buildIndex(client: pg.ClientBase, statement: string): Promise<void> {
  const name = /\bif not exists\s+(\S+)/i.exec(statement)?.[1]
  const find = async () =>
    (await client.query<{ is_valid: boolean; is_building: boolean }>(INDEX, [name])).rows[0]
  if (name) {
    let found = await find()
    while (found?.is_building) {
      await delay(LOCK_PAUSE_MS)
      found = await find()
    }
    if (found && !found.is_valid) await client.query(`drop index concurrently if exists ${name}`)
  }
  await client.query(statement)
}

/** Tries until no lock is in the way. `describe` runs shortly before a try gives up. */
async function repeatLocked<Result>(
  work: () => Promise<Result>,
  describe: () => Promise<string>,
  onWait: OnWait,
): Promise<Result> {
  let saidAt = Number.NEGATIVE_INFINITY
  const say = async () => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return
    const sentence = await describe().catch(() => '')
    if (!sentence) return
    saidAt = performance.now()
    onWait(sentence)
  }
  for (;;) {
    const watch = setInterval(() => void say(), LOCK_WAIT_MS / 2)
    try {
      return await work()
    } catch (error) {
      if (!LOCK_ERRORS.has((error as pg.DatabaseError).code ?? '')) throw error
    } finally {
      clearInterval(watch)
    }
    await delay(LOCK_PAUSE_MS)
  }
}

/** Who has the lock that the connection waits for; empty if it waits for none. Query texts may hold personal data. */
const WAIT = `
  select wanted.locktype as type, coalesce(wanted.relation::regclass::text, '') as relation, holder.pid, holder.application_name as program,
    holder.usename as role, holder.xact_start as since
  from pg_locks wanted join pg_stat_activity holder on holder.pid = any(pg_blocking_pids(wanted.pid))
  where wanted.pid = $1 and not wanted.granted limit 1`

interface Wait {
  type: string
  relation: string
  pid: number
  program: string
  role: string
  since: Date | null
}

async function describeWait(pool: pg.Pool, client: pg.Client, { name }: Migration): Promise<string> {
  const { processID } = client as unknown as { processID: number | null }
  const { rows } = await pool.query<Wait>(WAIT, [processID])
  const [wait] = rows
  if (!wait) return ''
  const since = wait.since ? ` since ${wait.since.toISOString()}` : ''
  const holder = `process ${wait.pid} of PostgreSQL (${wait.program || 'no name'}, user ${wait.role}${since})`
  if (wait.type === 'virtualxid')
    return `The migration ${name} builds an index and waits for a transaction of ${holder}. It goes on when that ends.`
  return wait.relation
    ? `The migration ${name} waits for the table ${wait.relation}, which ${holder} is using. It starts when that ends.`
    : `The migration ${name} waits for another process that migrates this database: ${holder}.`
}

export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const migrations = await readMigrations()
  const { rows } = await pool.query<{ name: string }>('select name from goldpan_migrations')
  const applied = new Set(rows.map((row) => row.name))
  return migrations.every((migration) => applied.has(migration.name))
}
