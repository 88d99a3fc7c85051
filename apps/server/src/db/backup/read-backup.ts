import { createReadStream } from 'node:fs'
import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartUpError } from '../start-up-error.ts'
import { type Manifest, manifest, rowsFile } from './manifest.ts'
import { hashOf } from './take-backup.ts'

/** Enough to list a million uploaded files. */
const MAX_LIST_BYTES = 256 * 1024 * 1024

const LINE_BREAK = 10

export interface StoredBackup {
  list: Manifest
  /** Unpacked size of all rows. */
  rowBytes: number
  /** Size of all files. */
  fileBytes: number
}

/**
 * Returns the manifest after unpacking and checking every file. Trusts nothing: checksums may be forged as well.
 * @throws StartUpError if the folder is not a backup, or is damaged
 */
export async function readBackup(folder: string): Promise<StoredBackup> {
  const list = await readList(folder)
  if (!list)
    throw new StartUpError(`${folder} is not a backup that this Goldpan can read. Nothing was changed.`)
  const root = await realpath(folder)
  requirePartitions(list)
  requireEachOnce(list)
  let [rowBytes, fileBytes] = [0, 0]
  for (const table of list.tables) {
    const path = rowsFile(table)
    await verify(root, path, table.sha256)
    const unpacked = await countUnpacked(join(root, path)).catch(() => refuseDamaged(path))
    if (unpacked.rows !== table.rows)
      throw new StartUpError(
        `The backup is damaged: ${path} has ${unpacked.rows} rows instead of ${table.rows}. Nothing was changed.`,
      )
    rowBytes += unpacked.bytes
  }
  for (const { path, sha256 } of list.files) {
    await verify(root, path, sha256)
    fileBytes += (await stat(join(root, path))).size
  }
  return { list, rowBytes, fileBytes }
}

async function readList(folder: string): Promise<Manifest | null> {
  const path = join(folder, 'backup.json')
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.size > MAX_LIST_BYTES) return null
  try {
    const parsed = manifest.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** A link could point to any file of this machine, and a device never ends. */
async function verify(root: string, path: string, sha256: string): Promise<void> {
  const whole = join(root, path)
  const isInside = (await realpath(whole).catch(() => null)) === whole && (await lstat(whole)).isFile()
  if (!isInside || (await hashOf(whole)) !== sha256) refuseDamaged(path)
}

/** COPY's text has one line a row: it escapes line breaks in values. */
async function countUnpacked(path: string): Promise<{ bytes: number; rows: number }> {
  const counted = { bytes: 0, rows: 0 }
  await pipeline(createReadStream(path), createGunzip(), async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) {
      counted.bytes += chunk.length
      for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, at + 1))
        counted.rows += 1
    }
  })
  return counted
}

/** Every partition holds rows itself, so the tables name it, too. */
function requirePartitions({ tables, partitions }: Manifest): void {
  const stored = new Set(tables.map(rowsFile))
  const missing = partitions.find((partition) => !stored.has(rowsFile(partition)))
  if (missing)
    throw new StartUpError(
      `The backup is damaged: the rows of the partition ${missing.schema}.${missing.name} are missing. Nothing was changed.`,
    )
}

/** A list that names one file often would keep a verification busy for ever. */
function requireEachOnce({ tables, files }: Manifest): void {
  const listed = new Set<string>()
  for (const path of [...tables.map(rowsFile), ...files.map((file) => file.path)]) {
    if (listed.has(path))
      throw new StartUpError(`The backup is damaged: its list names ${path} twice. Nothing was changed.`)
    listed.add(path)
  }
}

function refuseDamaged(path: string): never {
  throw new StartUpError(`The backup is damaged: ${path} has changed. Nothing was changed.`)
}
