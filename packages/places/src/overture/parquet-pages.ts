import type { AsyncBuffer, ColumnMetaData, FileMetaData } from 'hyparquet'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { CorruptFile } from '../pbf/corrupt-file.ts'

type RowGroup = FileMetaData['row_groups'][number]

/** More than any writer puts into one page, few enough to be decoded in a moment. */
const MAX_VALUES = 5_000_000
const MAX_PAGE_BYTES = 256 * 1024 * 1024
/** Of a page's header, which may hold a short and a long text as statistics. */
const HEADER_BYTES = 64 * 1024

const DATA_PAGE = 0
const DICTIONARY_PAGE = 2
const DATA_PAGE_V2 = 3

/**
 * Looks at the headers of all pages before any is decoded: a size that is negative or far too large would let the
 * decoder run forever. https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
 */
export async function checkPages(
  file: AsyncBuffer,
  group: RowGroup,
  columns: readonly string[],
): Promise<void> {
  for (const { meta_data: column } of group.columns)
    if (column !== undefined && columns.includes(column.path_in_schema[0] ?? ''))
      await checkColumn(file, column)
}

async function checkColumn(file: AsyncBuffer, column: ColumnMetaData): Promise<void> {
  const start = Number(column.dictionary_page_offset || column.data_page_offset)
  const end = start + Number(column.total_compressed_size)
  const isInside = start >= 4 && end > start && end <= file.byteLength
  if (!isInside || Number(column.num_values) < 0) throw damaged(Math.min(Math.max(0, start), file.byteLength))
  for (let position = start; position < end - 1; ) {
    const bytes = await file.slice(position, Math.min(end, position + HEADER_BYTES))
    const reader = { view: new DataView(bytes), offset: 0 }
    const size = pageBytes(deserializeTCompactProtocol(reader), position)
    position += reader.offset + size
    if (position > end) throw damaged(position)
  }
}

type Thrift = ReturnType<typeof deserializeTCompactProtocol>

function pageBytes(header: Thrift, position: number): number {
  const { field_1: type, field_2: unpacked, field_3: packed } = header
  const own: Thrift | undefined = { [DATA_PAGE]: header.field_5, [DICTIONARY_PAGE]: header.field_7, [DATA_PAGE_V2]: header.field_8 }[Number(type)] // biome-ignore format: one table
  const isSane =
    isBelow(unpacked, MAX_PAGE_BYTES) && isBelow(packed, MAX_PAGE_BYTES) && own && isSaneCounts(own)
  if (!isSane) throw damaged(position)
  return Number(packed)
}

/** How many values, nulls and rows there are, how long their levels are and how they are encoded. */
function isSaneCounts(own: Thrift): boolean {
  return Object.entries(own).every(
    ([field, value]) =>
      /^field_[1-8]$/.test(field) && (typeof value !== 'number' || isBelow(value, MAX_VALUES)),
  )
}

function isBelow(value: unknown, limit: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limit
}

function damaged(position: number): CorruptFile {
  return new CorruptFile('A part of the file is damaged: no page begins here', position)
}
