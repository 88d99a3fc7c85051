import { type FileHandle, open } from 'node:fs/promises'
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { compressors } from 'hyparquet-compressors'
import { CorruptFile } from '../corrupt-file.ts'

const MAGIC = 'PAR1'
/** Overture's footer for the whole world is a tenth of this. */
const MAX_FOOTER_BYTES = 64 * 1024 * 1024

type Row = Record<string, unknown>

/**
 * Reads the rows of a Parquet file, one row group at a time. Throws CorruptFile with the position of an unreadable
 * row group.
 */
export async function* readParquet(
  path: string,
  columns: readonly string[],
): AsyncGenerator<{ rows: Row[]; done: number; total: number }> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    await checkEnds(handle, size)
    const file = bufferOf(handle, size)
    const metadata = await attempt(size - 8, () => parquetMetadataAsync(file))
    yield* readRowGroups(file, metadata, columns)
  } finally {
    await handle.close()
  }
}

async function checkEnds(handle: FileHandle, size: number): Promise<void> {
  const start = await readBytes(handle, 0, 4)
  if (size < 12 || start.toString('latin1') !== MAGIC)
    throw new CorruptFile('The file is not a Parquet file', 0)
  const end = await readBytes(handle, size - 8, 8)
  if (end.toString('latin1', 4) !== MAGIC)
    throw new CorruptFile('The file is cut off: it does not end as a Parquet file does', size)
  if (end.readUInt32LE() > Math.min(MAX_FOOTER_BYTES, size - 12))
    throw new CorruptFile('The file is damaged: the list of its columns is longer than it can be', size - 8)
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, Math.max(0, position))
  return buffer.subarray(0, bytesRead)
}

function bufferOf(handle: FileHandle, size: number): AsyncBuffer {
  return {
    byteLength: size,
    async slice(start, end = size) {
      if (!(start >= 0 && end >= start && end <= size)) throw new RangeError('a column lies outside of it')
      const bytes = new Uint8Array(end - start)
      await handle.read(bytes, 0, bytes.length, start)
      return bytes.buffer
    },
  }
}

async function* readRowGroups(file: AsyncBuffer, metadata: FileMetaData, columns: readonly string[]) {
  const total = Number(metadata.num_rows)
  const existing = columns.filter((name) =>
    metadata.row_groups[0]?.columns.some(({ meta_data: column }) => column?.path_in_schema[0] === name),
  )
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const position = Number(group.columns[0]?.meta_data?.data_page_offset ?? 0)
    const rowEnd = rowStart + Number(group.num_rows)
    const isSane = rowEnd >= rowStart && rowEnd <= total && position >= 0
    if (!isSane) throw new CorruptFile('The file is damaged', file.byteLength - 8)
    for (const { meta_data: column } of group.columns)
      if (column !== undefined && existing.includes(column.path_in_schema[0]!)) await checkPages(file, column)
    const rows = await attempt(position, () =>
      parquetReadObjects({
        file,
        metadata,
        columns: existing,
        rowStart,
        rowEnd,
        compressors,
        utf8: false,
      }),
    )
    yield { rows, done: rowEnd, total }
    rowStart = rowEnd
  }
}

/** More values than writers put into a page. */
const MAX_PAGE_VALUES = 5_000_000
const MAX_PAGE_BYTES = 128 * 1024 * 1024

/**
 * Checks the sizes in a column's page headers: negative or far too large ones would make hyparquet read forever.
 * https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
 */
async function checkPages(file: AsyncBuffer, column: ColumnMetaData): Promise<void> {
  const start = Number(column.dictionary_page_offset || column.data_page_offset)
  const length = Number(column.total_compressed_size)
  const view = await attempt(start, async () => new DataView(await file.slice(start, start + length)))
  const isBelow = (value: unknown, limit: number) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limit
  for (let offset = 0; offset < length - 1; ) {
    const position = start + offset
    const reader = { view, offset }
    const header = await attempt(position, async () => deserializeTCompactProtocol(reader))
    const { field_2: unpackedBytes, field_3: packedBytes } = header
    const page = header.field_5 ?? header.field_7 ?? header.field_8
    const counts = Object.values(page ?? {}).filter((value) => typeof value === 'number')
    const isSane =
      page !== undefined &&
      isBelow(unpackedBytes, MAX_PAGE_BYTES) &&
      isBelow(packedBytes, length - reader.offset) &&
      counts.every((count) => isBelow(count, MAX_PAGE_VALUES))
    if (!isSane) throw new CorruptFile('A part of the file is damaged: no page begins here', position)
    offset = reader.offset + Number(packedBytes)
  }
}

async function attempt<T>(position: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CorruptFile(`A part of the file is damaged: ${reason}`, position, { cause: error })
  }
}
