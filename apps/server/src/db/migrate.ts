import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { ROOT } from '../root.ts'
import { StartUpError } from './start-up-error.ts'

/** Advisory lock: of several processes that start at once, one migrates at a time. */
const MIGRATION_LOCK = 7_402_113

const CREATE_LEDGER =
  'create table if not exists goldpan_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)'

interface Migration {
  name: string
  path: string
  sql: string
  checksum: string
}

const directories = [
  { prefix: '', path: join(ROOT, 'apps/server/src/db/migrations') },
  { prefix: 'places/', path: join(ROOT, 'packages/places/migrations') },
]

async function readMigrations(): Promise<Migration[]> {
  const found: Migration[] = []
  for (const { prefix, path } of directories) {
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
async function findPending(client: pg.ClientBase, migrations: Migration[]): Promise<Migration[]> {
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

async function run(client: pg.ClientBase, { name, sql, checksum }: Migration, at: string): Promise<void> {
  await client.query(sql)
  await client.query('insert into goldpan_migrations (name, checksum, applied_at) values ($1, $2, $3)', [
    name,
    checksum,
    at,
  ])
}

async function apply(client: pg.ClientBase, migration: Migration, at: string): Promise<void> {
  await client.query('begin')
  try {
    await run(client, migration, at)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
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

/** @throws StartUpError if the database ran a migration that this version lacks or has with another text */
export async function verifyMigrations(client: pg.ClientBase): Promise<void> {
  await findPending(client, await readMigrations())
}

/** Applies missing migrations, each in a separate transaction. Returns how many. */
export async function migrate(pool: pg.Pool, at: string): Promise<number> {
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(CREATE_LEDGER)
    const pending = await findPending(client, migrations)
    for (const migration of pending) await apply(client, migration, at)
    return pending.length
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    await client.query('reset lock_timeout').catch(() => undefined)
    client.release()
  }
}

export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const migrations = await readMigrations()
  const { rows } = await pool.query<{ name: string }>('select name from goldpan_migrations')
  const applied = new Set(rows.map((row) => row.name))
  return migrations.every((migration) => applied.has(migration.name))
}
