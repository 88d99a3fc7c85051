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
      found.push({ name: prefix + file, sql, checksum: createHash('sha256').update(sql).digest('hex') })
    }
  }
  return found
}

/** The names of migrations the database lacks. Refuses a database that a newer Goldpan has written. */
async function findPending(client: pg.ClientBase, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string }>('select name from goldpan_migrations')
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = rows.map((row) => row.name).filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new StartUpError(
      `The database was written by a newer Goldpan (it has ${newer[0]}). Nothing was changed; please start that newer version, or restore a backup made before the upgrade.`,
    )
  const applied = new Set(rows.map((row) => row.name))
  return migrations.filter((migration) => !applied.has(migration.name))
}

async function apply(client: pg.ClientBase, migration: Migration, at: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into goldpan_migrations (name, checksum, applied_at) values ($1, $2, $3)', [
      migration.name,
      migration.checksum,
      at,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Runs named migrations within the caller's transaction, to make the tables that a backup was taken of. What they note
 * of themselves comes with the backup's rows.
 * @throws StartUpError when this code doesn't know one
 */
export async function applyNamed(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  await client.query(CREATE_LEDGER)
  for (const name of names) {
    const migration = known.get(name)
    if (!migration)
      throw new StartUpError(
        `The backup was made by a newer Goldpan (it has ${name}). Nothing was changed; please restore it with that version.`,
      )
    await client.query(migration.sql)
  }
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
