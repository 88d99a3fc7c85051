import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findUnknown } from '../migrate.ts'
import { StartUpError } from '../start-up-error.ts'
import { rowsFile } from './manifest.ts'
import { readBackup } from './read-backup.ts'

/**
 * Reads a whole backup without a database, and returns lines about what it holds.
 * @throws StartUpError if it is damaged, or not one that this version can restore
 */
export async function describeBackup(folder: string): Promise<string[]> {
  const { list, rowBytes, fileBytes } = await readBackup(folder)
  const by = list.version ? `Goldpan ${list.version}` : 'an earlier version of Goldpan'
  const [unknown] = await findUnknown(list.migrations)
  if (unknown)
    throw new StartUpError(
      `The backup is undamaged, but this version of Goldpan can't restore it: it was taken by ${by}, which has the migration ${unknown}. Use that version.`,
    )
  let storedBytes = fileBytes
  for (const table of list.tables) storedBytes += (await stat(join(folder, rowsFile(table)))).size
  const rows = list.tables.reduce((sum, table) => sum + table.rows, 0)
  const files = list.files.filter(({ path }) => path !== KEY).length
  const hasKey = files < list.files.length
  return [
    `The backup in ${folder} is complete and undamaged.`,
    `Taken: ${list.taken_at} by ${by}`,
    `Rows: ${rows} of ${list.tables.length} tables, ${list.partitions.length} of them partitions of places; ${list.migrations.length} migrations`,
    `Uploaded files: ${files}`,
    `Size: ${megabytes(storedBytes)} MB on disk, of which files ${megabytes(fileBytes)} MB; rows unpacked ${megabytes(rowBytes)} MB`,
    hasKey
      ? 'Key: contains secret.key'
      : 'Key: contains none. Keep the SECRET_KEY of the installation with it: stored secrets are lost without it.',
  ]
}

const KEY = 'data/secret.key'

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
