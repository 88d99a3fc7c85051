import { createReadStream, openAsBlob } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyNamed } from '../migrate.ts'
import { StartUpError } from '../start-up-error.ts'
import { listReferences, listTables } from './catalog.ts'
import { type Manifest, manifest, rowsFile } from './manifest.ts'
import { type BackupPlace, exists, hashOf, target } from './take-backup.ts'

/**
 * Puts a backup into an installation that nobody has used yet. The database changes whole or not at all; a backup of
 * an older version is brought up to date by the next start.
 * @throws StartUpError when the backup is damaged, or the installation holds accounts or is running
 */
export async function restoreBackup(place: BackupPlace, folder: string): Promise<Manifest> {
  const stored = await readBackup(folder)
  const client = new pg.Client({ connectionString: place.databaseUrl, application_name: 'goldpan-restore' })
  await client.connect()
  try {
    await refuseUsed(client)
    await client.query('begin')
    await makeTables(client, stored)
    await loadRows(client, folder, stored)
    // Before the rows are in force: an interrupted restore can be run again.
    await putFiles(place, folder, stored)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  return stored
}

/** The list of what a backup holds, after every file of it was found whole. */
async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'backup.json'), 'utf8').catch(() => null)
  const parsed = text === null ? null : manifest.safeParse(parseJson(text))
  if (!parsed?.success)
    throw new StartUpError(`${folder} is not a backup that this Goldpan can read. Nothing was changed.`)
  const { tables, files } = parsed.data
  const expected = [...tables.map((table) => ({ path: rowsFile(table), sha256: table.sha256 })), ...files]
  for (const { path, sha256 } of expected) {
    const hash = await hashOf(join(folder, path)).catch(() => null)
    if (hash !== sha256)
      throw new StartUpError(`The backup is damaged: ${path} is not as it was written. Nothing was changed.`)
  }
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
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

/** The tables as they were at the version that made the backup, without rows. */
async function makeTables(client: pg.Client, stored: Manifest): Promise<void> {
  await client.query('drop schema if exists places, pgboss, public cascade')
  await client.query('create schema public')
  await applyNamed(client, stored.migrations)
  for (const { schema, name, parent, bound } of stored.partitions) {
    const table = [schema, name].map(pg.escapeIdentifier).join('.')
    await client.query(`create table if not exists ${table} partition of ${parent} ${bound}`)
  }
}

async function loadRows(client: pg.Client, folder: string, stored: Manifest): Promise<void> {
  const references = await listReferences(client)
  for (const { drop } of references) await client.query(drop)
  for (const table of await listTables(client)) await client.query(`truncate ${name(table)}`)
  for (const table of stored.tables) {
    await client.query(`alter table ${name(table)} disable trigger user`)
    const rows = createReadStream(join(folder, rowsFile(table)))
    await pipeline(rows, createGunzip(), client.query(copyFrom(`copy ${target(table)} from stdin`)))
    await client.query(`alter table ${name(table)} enable trigger user`)
  }
  for (const { add } of references) await client.query(add)
  for (const sequence of stored.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      sequence.name,
      sequence.value,
      sequence.is_called,
    ])
}

const name = (table: { schema: string; name: string }) =>
  [table.schema, table.name].map(pg.escapeIdentifier).join('.')

const FILES = 'data/files/'

/** Files go beside what is there; a key of another installation is never written over. */
async function putFiles({ dataDir, bucket }: BackupPlace, folder: string, stored: Manifest): Promise<void> {
  for (const { path, sha256 } of stored.files) {
    if (bucket && path.startsWith(FILES)) {
      await bucket.write(path.slice(FILES.length), await openAsBlob(join(folder, path)), sha256)
      continue
    }
    const to = join(dataDir, path.slice('data/'.length))
    if (path.endsWith('secret.key') && (await exists(to))) await copyFile(to, `${to}.before-restore`)
    await mkdir(dirname(to), { recursive: true })
    await copyFile(join(folder, path), to)
  }
}
