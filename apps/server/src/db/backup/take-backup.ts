import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openSession } from '../first-connection.ts'
import { StartUpError } from '../start-up-error.ts'
import {
  DATA_PATH,
  listMonths,
  listPartitions,
  listSequences,
  listTables,
  type Manifest,
  rowsFile,
  type StoredTable,
} from './manifest.ts'

export interface Installation {
  databaseUrl: string
  /** The setting that has the address, for errors: DATABASE_URL or DATABASE_DIRECT_URL. */
  databaseSetting?: string
  dataDir: string
  /** Storage of uploaded files, if not the data folder. */
  bucket?: Bucket | undefined
  /** The release that takes a backup. */
  version?: string
}

interface Bucket {
  list(): AsyncIterable<string>
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>
  write(key: string, content: Blob, sha256: string): Promise<void>
}

/** Backed up from the data folder. The bundled server's files are covered by the rows. */
const DATA_FILES = ['files', 'secret.key']

/**
 * Writes a consistent snapshot of an installation into a new folder while the application runs. The folder appears
 * only when it is complete.
 * @throws StartUpError if the folder exists
 */
export async function takeBackup(installation: Installation, folder: string, at: string): Promise<Manifest> {
  if (await exists(folder)) throw new StartUpError(`${folder} already exists. Please name a new folder.`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(dirname(part), { recursive: true })
  // Contains password hashes and the key.
  await mkdir(part, { mode: 0o700 })
  await mkdir(join(part, 'tables'))
  const client = await openSession(installation.databaseUrl, 'goldpan-backup', installation.databaseSetting)
  try {
    await beginSnapshot(client)
    // The role may have limits for statements behind a pooler.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const rows = await storeRows(client, part)
    const files = await storeFiles(installation.dataDir, part)
    if (installation.bucket) files.push(...(await storeBucket(installation.bucket, part)))
    const stored: Manifest = { format: 1, taken_at: at, version: installation.version, ...rows, files }
    await writeFile(join(part, 'backup.json'), JSON.stringify(stored, null, 1))
    await rename(part, folder)
    return stored
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Locks every table, so that no month is dropped before its rows are stored. */
async function beginSnapshot(client: pg.Client): Promise<void> {
  for (;;) {
    const names = (await listTables(client)).map(nameOf)
    await client.query('begin isolation level repeatable read, read only')
    try {
      if (names.length > 0) await client.query(`lock table ${names.join(', ')} in access share mode`)
      return
    } catch (error) {
      await client.query('rollback')
      if ((error as pg.DatabaseError).code !== UNDEFINED_TABLE) throw error
    }
  }
}

/** PostgreSQL's `undefined_table`. */
const UNDEFINED_TABLE = '42P01'

async function storeRows(client: pg.Client, part: string) {
  const applied = await client.query<{ name: string }>(
    'select name from goldpan_migrations order by applied_at, name',
  )
  const tables: StoredTable[] = []
  for (const table of await listTables(client)) tables.push(await storeTable(client, part, table))
  const [partitions, months] = [await listPartitions(client), await listMonths(client)]
  const sequences = await listSequences(client)
  return { migrations: applied.rows.map(({ name }) => name), tables, partitions, months, sequences }
}

async function storeTable(
  client: pg.Client,
  part: string,
  table: { schema: string; name: string; columns: string[] },
): Promise<StoredTable> {
  const path = join(part, rowsFile(table))
  const copy = client.query(copyTo(`copy ${target(table)} to stdout`))
  await pipeline(copy, createGzip({ level: 4 }), createWriteStream(path))
  return { ...table, rows: copy.rowCount, sha256: await hashOf(path) }
}

/** `"places"."places" ("id", "name")`, as COPY takes it. */
export const target = (table: Pick<StoredTable, 'schema' | 'name' | 'columns'>): string =>
  `${nameOf(table)} (${table.columns.map(pg.escapeIdentifier).join(', ')})`

export const nameOf = ({ schema, name }: Pick<StoredTable, 'schema' | 'name'>): string =>
  [schema, name].map(pg.escapeIdentifier).join('.')

async function storeFiles(dataDir: string, part: string): Promise<Manifest['files']> {
  const stored: Manifest['files'] = []
  for (const name of DATA_FILES)
    for (const path of await listFiles(join(dataDir, name))) {
      const kept = join('data', relative(dataDir, path))
      // Files that a file manager left there are not ours.
      if (!DATA_PATH.test(kept)) continue
      await mkdir(dirname(join(part, kept)), { recursive: true })
      await copyFile(path, join(part, kept))
      stored.push({ path: kept, sha256: await hashOf(join(part, kept)) })
    }
  return stored
}

/** Stores files one at a time, laid out as in the data folder, so that a backup can be restored to either. */
async function storeBucket(bucket: Bucket, part: string): Promise<Manifest['files']> {
  const stored: Manifest['files'] = []
  for await (const key of bucket.list()) {
    const kept = `data/files/${key}`
    if (!DATA_PATH.test(kept)) continue
    const content = await bucket.read(key)
    // Deleted since it was listed; its row is deleted as well.
    if (content === null) continue
    await mkdir(dirname(join(part, kept)), { recursive: true })
    await pipeline(content, createWriteStream(join(part, kept)))
    stored.push({ path: kept, sha256: await hashOf(join(part, kept)) })
  }
  return stored
}

/** All files below a folder, or the file itself. Empty if nothing is there. */
async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
