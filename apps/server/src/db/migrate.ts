import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { ROOT } from '../root.ts'
import { StartUpError } from './start-up-error.ts'

/** Held while migrating, so that several processes that start at once do it one after the other. */
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

/**
 * The migrations the database lacks. Refuses a database that a newer Goldpan has written, or one that ran another text
 * of a migration: its tables would be other ones than this code relies on.
 */
async function findPending(client: pg.ClientBase, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from goldpan_migrations order by name',
  )
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const newer = rows.find(({ name }) => !known.has(name))
  if (newer)
    throw new StartUpError(
      `The database was written by a newer Goldpan (it has ${newer.name}). Nothing was changed; please start that newer version, or restore a backup made before the upgrade.`,
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
 * Runs named migrations within the caller's transaction, to make the tables that a backup was taken of.
 * @throws StartUpError when this code doesn't know one
 */
export async function applyNamed(client: pg.ClientBase, names: readonly string[], at: string): Promise<void> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  await client.query(CREATE_LEDGER)
  for (const name of names) {
    const migration = known.get(name)
    if (!migration)
      throw new StartUpError(
        `The backup was made by a newer Goldpan (it has ${name}). Nothing was changed; please restore it with that version.`,
      )
    await run(client, migration, at)
  }
}

/**
 * Compares what a database says of its migrations with this code's.
 * @throws StartUpError when it is another text of one, or a migration that this code doesn't know
 */
export async function verifyMigrations(client: pg.ClientBase): Promise<void> {
  await findPending(client, await readMigrations())
}

/** Brings the database to this code's schema; each migration in a transaction. Answers how many were applied. */
export async function migrate(pool: pg.Pool, at: string): Promise<number> {
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(CREATE_LEDGER)
    const pending = await findPending(client, migrations)
    for (const migration of pending) await apply(client, migration, at)
    return pending.length
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    client.release()
  }
}

/** Whether every migration of this code is applied. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const migrations = await readMigrations()
  const { rows } = await pool.query<{ name: string }>('select name from goldpan_migrations')
  const applied = new Set(rows.map((row) => row.name))
  return migrations.every((migration) => applied.has(migration.name))
}
