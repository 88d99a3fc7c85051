import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createPlaces } from '@goldpan/places'
import { readParquet } from '@goldpan/places/overture/parquet-file'
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import pg from 'pg'

/** One timed run over an Overture file, told to the parent with the peak of this process's memory. */
const [what, path, url] = process.argv.slice(2) as [string, string, string]
const COLUMNS = ['id', 'geometry', 'bbox', 'names', 'categories', 'websites', 'phones', 'emails', 'addresses', 'sources', 'operating_status'] // biome-ignore format: one list

const start = performance.now()
if (what === 'goldpan') await readInParts()
else if (what === 'hyparquet') await readGroups()
else await importAll()
const ms = performance.now() - start
const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
process.send?.({ ms, peakMb: Math.round(peakKb / 1024) })

async function readInParts(): Promise<void> {
  for await (const { rows } of readParquet(path, COLUMNS)) if (rows.length === 0) throw new Error('never')
}

/** One row group at a time, as hyparquet reads it. */
async function readGroups(): Promise<void> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  const file: AsyncBuffer = {
    byteLength: size,
    async slice(from, to = size) {
      const bytes = new Uint8Array(to - from)
      await handle.read(bytes, 0, bytes.length, from)
      return bytes.buffer
    },
  }
  const metadata = await parquetMetadataAsync(file)
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    await parquetReadObjects({ file, metadata, columns: COLUMNS, rowStart, rowEnd, compressors, utf8: false })
    rowStart = rowEnd
  }
  await handle.close()
}

async function importAll(): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await createPlaces(pool).importFile(path, { region: 'bench' })
  await pool.end()
}
