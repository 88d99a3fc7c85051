import type { ColumnMetaData } from 'hyparquet'
import { Encodings } from 'hyparquet/src/constants.js'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { CorruptFile } from '../pbf/corrupt-file.ts'

/** More than any writer puts into one page. */
const MAX_VALUES = 5_000_000
const MAX_PAGE_BYTES = 128 * 1024 * 1024
/** Of a page's header, which may hold a short and a long text as statistics. */
const HEADER_BYTES = 64 * 1024

const DATA_PAGE = 0
const DICTIONARY_PAGE = 2
const DATA_PAGE_V2 = 3

/** Reads bytes of the file; throws CorruptFile where it is cut off. */
export interface FileBytes {
  size: number
  read(position: number, length: number): Buffer
}

/** A part of a column, as its header tells. */
export interface Page {
  /** Of its header. */
  position: number
  kind: 'dictionary' | 'data'
  values: number
  encoding: string
  bytesAt: number
  packedBytes: number
  unpackedBytes: number
  /** Of pages of the second kind: how long their levels are, which are never compressed. */
  levels: { repetition: number; definition: number; isPacked: boolean } | null
}

/**
 * The pages of a column, their headers checked before anything is decoded: a size that is negative or far too large
 * would let a decoder run forever. https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
 */
export function* pagesOf(file: FileBytes, column: ColumnMetaData): Generator<Page> {
  const start = Number(column.dictionary_page_offset || column.data_page_offset)
  const end = start + Number(column.total_compressed_size)
  const isInside = start >= 4 && end > start && end <= file.size
  if (!isInside || Number(column.num_values) < 0) throw damaged(Math.min(Math.max(0, start), file.size))
  for (let position = start; position < end - 1; ) {
    const page = pageAt(file, position, end)
    position = page.bytesAt + page.packedBytes
    if (position > end) throw damaged(page.position)
    yield page
  }
}

type Thrift = ReturnType<typeof deserializeTCompactProtocol>

function pageAt(file: FileBytes, position: number, end: number): Page {
  const bytes = file.read(position, Math.min(end - position, HEADER_BYTES))
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
  const header = deserializeTCompactProtocol(reader)
  const { field_1: type, field_2: unpackedBytes, field_3: packedBytes } = header
  const own: Thrift | undefined = { [DATA_PAGE]: header.field_5, [DICTIONARY_PAGE]: header.field_7, [DATA_PAGE_V2]: header.field_8 }[Number(type)] // biome-ignore format: one table
  const areSizesSane = isBelow(unpackedBytes, MAX_PAGE_BYTES) && isBelow(packedBytes, MAX_PAGE_BYTES)
  if (!areSizesSane || own === undefined || !areCountsSane(own)) throw damaged(position)
  const isSecondKind = type === DATA_PAGE_V2
  return {
    position,
    kind: type === DICTIONARY_PAGE ? 'dictionary' : 'data',
    values: Number(own.field_1),
    encoding: Encodings[Number(isSecondKind ? own.field_4 : own.field_2)] ?? 'unknown',
    bytesAt: position + reader.offset,
    packedBytes: Number(packedBytes),
    unpackedBytes: Number(unpackedBytes),
    levels: isSecondKind
      ? {
          definition: Number(own.field_5 ?? 0),
          repetition: Number(own.field_6 ?? 0),
          isPacked: own.field_7 !== false,
        }
      : null,
  }
}

/** How many values, nulls and rows there are, how long their levels are and how they are encoded. */
function areCountsSane(own: Thrift): boolean {
  return Object.entries(own).every(
    ([field, value]) =>
      !/^field_[1-8]$/.test(field) || typeof value !== 'number' || isBelow(value, MAX_VALUES),
  )
}

function isBelow(value: unknown, limit: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limit
}

function damaged(position: number): CorruptFile {
  return new CorruptFile('A part of the file is damaged: no page begins here', position)
}
