import { open } from 'node:fs/promises'
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { CorruptFile } from '../pbf/corrupt-file.ts'
import { checkPages } from './parquet-pages.ts'

/** Rows decoded at a time. A column of a row group is decoded from its start each time, so usual ones are taken whole. */
const SLICE = 200_000
const MAGIC = 'PAR1'

/** The rows of a Parquet file, with memory for one row group at a time. Throws CorruptFile with the position of what can't be read. */
export async function* readParquet(
  path: string,
  wanted: readonly string[],
): AsyncGenerator<{ rows: Record<string, unknown>[]; done: number; total: number }> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const file: AsyncBuffer = {
      byteLength: size,
      async slice(start, end = size) {
        const bytes = new Uint8Array(end - start)
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
        if (bytesRead < bytes.length) throw new CorruptFile('The file is cut off', size)
        return bytes.buffer
      },
    }
    await checkMagic(file)
    const metadata = await attempt(size - 8, () => parquetMetadataAsync(file))
    yield* rowsOf(file, metadata, wanted)
  } finally {
    await handle.close()
  }
}

async function checkMagic(file: AsyncBuffer): Promise<void> {
  const { byteLength } = file
  if (byteLength < 12 || (await ascii(file, 0)) !== MAGIC)
    throw new CorruptFile('The file is not a Parquet file', 0)
  if ((await ascii(file, byteLength - 4)) !== MAGIC)
    throw new CorruptFile('The file is cut off: it does not end as a Parquet file does', byteLength)
}

async function ascii(file: AsyncBuffer, start: number): Promise<string> {
  return Buffer.from(await file.slice(start, start + 4)).toString('latin1')
}

async function* rowsOf(file: AsyncBuffer, metadata: FileMetaData, wanted: readonly string[]) {
  const total = Number(metadata.num_rows)
  const present = new Set(
    metadata.row_groups[0]?.columns.map(({ meta_data }) => meta_data?.path_in_schema[0]),
  )
  const columns = wanted.filter((column) => present.has(column))
  let groupStart = 0
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows)
    const position = Number(group.file_offset ?? group.columns[0]?.meta_data?.data_page_offset ?? 0)
    if (!(groupEnd >= groupStart && groupEnd <= total)) throw new CorruptFile('The file is damaged', position)
    await attempt(position, () => checkPages(file, group, columns))
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += SLICE) {
      const rowEnd = Math.min(rowStart + SLICE, groupEnd)
      const options = {
        file,
        metadata,
        columns,
        rowStart,
        rowEnd,
        compressors,
        utf8: false,
        useOffsetIndex: true,
      }
      const rows = await attempt(position, () => parquetReadObjects(options))
      yield { rows, done: rowEnd, total }
    }
    groupStart = groupEnd
  }
}

async function attempt<T>(position: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CorruptFile) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CorruptFile(`A part of the file is damaged: ${reason}`, position, { cause: error })
  }
}
