import { createReadStream, openAsBlob } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openSession } from '../first-connection.ts'
import { applyNamed, verifyMigrations } from '../migrate.ts'
import { StartUpError } from '../start-up-error.ts'
import { listReferences, listTables, type Manifest, rowsFile, type StoredTable } from './manifest.ts'
import { readBackup, type StoredBackup } from './read-backup.ts'
import { exists, type Installation, nameOf, target } from './take-backup.ts'

interface RestoredInstallation extends Installation {
  /** True if the database is in the data folder. */
  isBundled?: boolean
}

/**
 * Restores a backup into an unused installation, in one transaction. The next start migrates an older backup. Tables
 * that are not Goldpan's are skipped and named.
 * @throws StartUpError if the backup is damaged, or the installation has accounts or is running
 */
export async function restoreBackup(
  installation: RestoredInstallation,
  folder: string,
): Promise<{ taken_at: string; leftOut: string[] }> {
  const stored = await readBackup(folder)
  await requireSpace(installation, stored)
  const client = await openSession(installation.databaseUrl, 'goldpan-restore', installation.databaseSetting)
  const undo: (() => Promise<void>)[] = []
  try {
    await refuseUsed(client)
    await client.query('begin')
    await makeTables(client, stored.list)
    const leftOut = await loadRows(client, folder, stored.list)
    // Before the commit, so that an interrupted restore can be run again.
    await putFiles(installation, folder, stored.list, undo)
    await client.query('commit')
    await client.query('analyze')
    return { taken_at: stored.list.taken_at, leftOut }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const step of undo.reverse()) await step()
    throw explain(error)
  } finally {
    await client.end()
  }
}

async function requireSpace(
  { dataDir, bucket, isBundled }: RestoredInstallation,
  stored: StoredBackup,
): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const { bavail, bsize } = await statfs(dataDir)
  const needed = (isBundled ? stored.rowBytes : 0) + (bucket ? 0 : stored.fileBytes)
  if (needed > bavail * bsize)
    throw new StartUpError(
      `The backup needs ${inMegabytes(needed)} MB in ${dataDir}, and ${inMegabytes(bavail * bsize)} MB are free. Nothing was changed.`,
    )
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)

/** Turns database errors about bad rows, and file errors, into a sentence. */
function explain(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  const isExpected = error instanceof pg.DatabaseError || /^E[A-Z]+$/.test(code)
  if (error instanceof StartUpError || !isExpected) return error
  return new StartUpError(`The backup can't be restored: ${message}. Nothing was changed.`)
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number; has_users: boolean }>(
    `select to_regclass('public.users') is not null as has_users,
       (select count(*)::int from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as others`,
  )
  if (rows[0]?.others)
    throw new StartUpError(
      'Goldpan or another program uses the database. Stop it first; nothing was changed.',
    )
  if (!rows[0]?.has_users) return
  const used = await client.query<{ n: number }>('select count(*)::int as n from public.users')
  if (used.rows[0]?.n)
    throw new StartUpError(
      `This installation holds ${used.rows[0].n} accounts, and a backup would replace them. Restore into a fresh one: another DATA_DIR, or an empty database. Nothing was changed.`,
    )
}

/** Creates empty tables by the migrations that the backup names. */
async function makeTables(client: pg.Client, stored: Manifest): Promise<void> {
  await client.query('drop schema if exists places, pgboss, public cascade')
  await client.query('create schema public')
  await applyNamed(client, stored.migrations, stored.taken_at)
  for (const { schema, name, parent, bound } of stored.partitions) {
    await client.query(
      `create table if not exists ${nameOf({ schema, name })} partition of ${parent} ${bound}`,
    )
  }
  for (const { parent, from } of stored.months)
    await client.query('select make_month($1, $2::date)', [parent, from])
}

/** Returns the tables that no migration creates, which are not Goldpan's. */
async function loadRows(client: pg.Client, folder: string, stored: Manifest): Promise<string[]> {
  const references = await listReferences(client)
  for (const { drop } of references) await client.query(drop)
  const ours = await listTables(client)
  const given = new Map(stored.tables.map((table) => [nameOf(table), table]))
  for (const table of ours) {
    const rows = given.get(nameOf(table))
    if (!rows) throw new StartUpError(`The backup lacks the table ${nameOf(table)}. Nothing was changed.`)
    await loadTable(client, folder, rows)
    given.delete(nameOf(table))
  }
  for (const { add } of references) await client.query(add)
  await requireSameLedger(client, stored.migrations)
  for (const sequence of stored.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      sequence.name,
      sequence.value,
      sequence.is_called,
    ])
  return [...given.keys()]
}

/** The ledger in the backup must match the migrations that ran, or the next start would migrate wrongly. */
async function requireSameLedger(client: pg.Client, migrations: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from goldpan_migrations')
  const noted = rows.map((row) => row.name)
  if (noted.toSorted().join() !== migrations.toSorted().join())
    throw new StartUpError('The backup is damaged: its list of migrations differs. Nothing was changed.')
  await verifyMigrations(client)
}

async function loadTable(client: pg.Client, folder: string, table: StoredTable): Promise<void> {
  await client.query(`truncate only ${nameOf(table)}`)
  await client.query(`alter table ${nameOf(table)} disable trigger user`)
  const copy = client.query(copyFrom(`copy ${target(table)} from stdin`))
  await pipeline(createReadStream(join(folder, rowsFile(table))), createGunzip(), copy)
  if (copy.rowCount !== table.rows)
    throw new StartUpError(
      `The backup is damaged: ${nameOf(table)} has ${copy.rowCount} rows instead of ${table.rows}. Nothing was changed.`,
    )
  await client.query(`alter table ${nameOf(table)} enable trigger user`)
}

const FILES = 'data/files/'
const MAX_KEY_BYTES = 4096

/** Adds files beside existing ones; `undo` removes them again. */
async function putFiles(
  { dataDir, bucket }: Installation,
  folder: string,
  stored: Manifest,
  undo: (() => Promise<void>)[],
): Promise<void> {
  for (const { path, sha256 } of stored.files) {
    const from = join(folder, path)
    const to = join(dataDir, path.slice('data/'.length))
    if (!path.startsWith(FILES)) await putKey(from, to, undo)
    else if (bucket) await bucket.write(path.slice(FILES.length), await openAsBlob(from), sha256)
    else {
      await mkdir(dirname(to), { recursive: true })
      if (!(await exists(to))) undo.push(() => rm(to, { force: true }))
      await copyFile(from, to)
    }
  }
}

/** Writes the key atomically and keeps another installation's key beside it. */
async function putKey(from: string, to: string, undo: (() => Promise<void>)[]): Promise<void> {
  if ((await stat(from)).size > MAX_KEY_BYTES)
    throw new StartUpError('The backup is damaged: secret.key is not a key. Nothing was changed.')
  const key = await readFile(from, 'utf8')
  const present = await readFile(to, 'utf8').catch(() => null)
  // After an interrupted restore, the file beside it is the original key.
  if (present === key) return
  const kept = `${to}.before-restore`
  if (present !== null) await rename(to, kept)
  undo.push(() => (present === null ? rm(to, { force: true }) : rename(kept, to)))
  const part = `${to}.part`
  await writeFile(part, key, { mode: 0o600, flush: true })
  await rename(part, to)
}
