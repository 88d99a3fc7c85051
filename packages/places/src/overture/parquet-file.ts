import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet'
import { assembleNested } from 'hyparquet/src/assemble.js'
import { CorruptFile } from '../pbf/corrupt-file.ts'
import { PARSERS, ParquetColumn } from './parquet-column.ts'
import type { FileBytes } from './parquet-pages.ts'

/** Rows decoded at a time: of more many would outlive the collections of young garbage. */
const SLICE = 500
const MAGIC = 'PAR1'
/** Of what stands at the end of the file about its columns: ten times that of a file of the whole world. */
const MAX_FOOTER_BYTES = 64 * 1024 * 1024

type Row = Record<string, unknown>
type RowGroup = FileMetaData['row_groups'][number]

/**
 * The rows of a Parquet file, with memory that depends neither on its size nor on that of its row groups. Throws
 * CorruptFile with the position of what can't be read.
 */
export async function* readParquet(
  path: string,
  wanted: readonly string[],
): AsyncGenerator<{ rows: Row[]; done: number; total: number }> {
  const descriptor = openSync(path, 'r')
  try {
    const file = bytesOf(descriptor)
    checkMagic(file)
    const metadata = await attempt(file.size - 8, () => metadataOf(file))
    yield* rowsOf(file, metadata, wanted)
  } finally {
    closeSync(descriptor)
  }
}

function bytesOf(descriptor: number): FileBytes {
  const { size } = fstatSync(descriptor)
  return {
    size,
    read(position, length) {
      const bytes = Buffer.allocUnsafeSlow(length)
      if (readSync(descriptor, bytes, 0, length, position) < length)
        throw new CorruptFile('The file is cut off', size)
      return bytes
    },
  }
}

function metadataOf(file: FileBytes): Promise<FileMetaData> {
  const buffer: AsyncBuffer = {
    byteLength: file.size,
    slice: (start, end = file.size) => Uint8Array.from(file.read(start, end - start)).buffer,
  }
  return parquetMetadataAsync(buffer)
}

function checkMagic(file: FileBytes): void {
  if (file.size < 12 || file.read(0, 4).toString('latin1') !== MAGIC)
    throw new CorruptFile('The file is not a Parquet file', 0)
  if (file.read(file.size - 4, 4).toString('latin1') !== MAGIC)
    throw new CorruptFile('The file is cut off: it does not end as a Parquet file does', file.size)
  if (file.read(file.size - 8, 4).readUInt32LE() > Math.min(MAX_FOOTER_BYTES, file.size - 12))
    throw new CorruptFile(
      'The file is damaged: the list of its columns is longer than it can be',
      file.size - 8,
    )
}

async function* rowsOf(file: FileBytes, metadata: FileMetaData, wanted: readonly string[]) {
  const total = Number(metadata.num_rows)
  const position = file.size - 8
  const trees = await attempt(position, async () =>
    parquetSchema(metadata).children.filter(({ element }) => wanted.includes(element.name)),
  )
  let done = 0
  for (const group of metadata.row_groups) {
    const count = Number(group.num_rows)
    if (!(count >= 0 && done + count <= total)) throw new CorruptFile('The file is damaged', position)
    for await (const rows of rowsOfGroup(file, metadata, group, trees)) {
      done += rows.length
      yield { rows, done, total }
    }
  }
}

async function* rowsOfGroup(
  file: FileBytes,
  { schema }: FileMetaData,
  group: RowGroup,
  trees: readonly SchemaTree[],
): AsyncGenerator<Row[]> {
  const position = Number(group.file_offset ?? group.columns[0]?.meta_data?.data_page_offset ?? 0)
  const columns = await attempt(position, async () =>
    group.columns.flatMap(({ meta_data: column }) =>
      column !== undefined && trees.some(({ element }) => element.name === column.path_in_schema[0])
        ? [new ParquetColumn(file, schema, column)]
        : [],
    ),
  )
  try {
    for (let left = Number(group.num_rows); left > 0; left -= SLICE) {
      const count = Math.min(SLICE, left)
      yield await attempt(position, async () => assemble(columns, trees, count))
      // Reading is synchronous: whatever else the process has to do gets its turn here.
      await setImmediate()
    }
  } finally {
    for (const column of columns) column.close()
  }
}

function assemble(columns: readonly ParquetColumn[], trees: readonly SchemaTree[], count: number): Row[] {
  const parts = new Map<string, DecodedArray>()
  for (const column of columns) parts.set(column.path.join('.'), column.rows(count))
  const rows: Row[] = Array.from({ length: count }, () => ({}))
  for (const tree of trees) {
    const { name } = tree.element
    if (tree.children.length > 0) assembleNested(parts, tree, PARSERS)
    const values = parts.get(name)
    if (values !== undefined) for (let index = 0; index < count; index++) rows[index]![name] = values[index]
  }
  return rows
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
