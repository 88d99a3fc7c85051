import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { CompressionCodec, Encoding, SchemaElement } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'

export interface ParquetOptions {
  codec?: CompressionCodec
  /** Of text columns. */
  encoding?: Encoding
  pageSize?: number
  rowGroupSize?: number
}

export interface OvertureRow {
  id: string
  lat: number
  lon: number
  name: string
  category: string | null
  websites?: string[]
  phones?: string[]
  emails?: string[]
  address?: { freeform?: string; locality?: string; postcode?: string; region?: string; country?: string }
  dataset?: string
  status?: string
}

const number = (name: string, type: SchemaElement['type']): SchemaElement => ({ name, type, repetition_type: 'OPTIONAL' }) // biome-ignore format: one element
const text = (name: string): SchemaElement => ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }) // biome-ignore format: one element
const group = (name: string, ...children: SchemaElement[][]): SchemaElement[] => [
  { name, num_children: children.length, repetition_type: 'OPTIONAL' },
  ...children.flat(),
]
const list = (name: string, ...element: SchemaElement[]): SchemaElement[] => [
  { name, num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  ...element,
]

const COLUMNS: [string, SchemaElement[]][] = [
  ['id', [text('id')]],
  ['geometry', [{ name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' }]],
  ['bbox', group('bbox', ...['xmin', 'xmax', 'ymin', 'ymax'].map((name) => [number(name, 'FLOAT')]))],
  ['confidence', [number('confidence', 'DOUBLE')]],
  ['version', [{ ...number('version', 'INT32'), repetition_type: 'REQUIRED' }]],
  ['is_open', [number('is_open', 'BOOLEAN')]],
  ['names', group('names', [text('primary')])],
  ['categories', group('categories', [text('primary')], list('alternate', text('element')))],
  ['websites', list('websites', text('element'))],
  ['phones', list('phones', text('element'))],
  ['emails', list('emails', text('element'))],
  ['addresses', list('addresses', ...group('element', ...['freeform', 'locality', 'postcode', 'region', 'country'].map((name) => [text(name)])))], // biome-ignore format: one column
  ['sources', list('sources', ...group('element', [text('dataset')]))],
  ['operating_status', [text('operating_status')]],
]

/** The bytes of a GeoParquet file with Overture's columns: https://docs.overturemaps.org/schema/reference/places/place/ */
export function encodeOverture(rows: readonly OvertureRow[], options: ParquetOptions = {}): Buffer {
  const cells = rows.map(cellsOf)
  const schema = [
    { name: 'schema', num_children: COLUMNS.length },
    ...COLUMNS.flatMap(([, elements]) => elements),
  ]
  const { encoding, ...others } = options
  const columnData = COLUMNS.map(([name, [element]]) => ({
    name,
    data: cells.map((row) => row[name] ?? null),
    ...(encoding !== undefined && element?.type === 'BYTE_ARRAY' ? { encoding } : {}),
  }))
  const compressors = { GZIP: (bytes: Uint8Array) => gzipSync(bytes), ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes) } // biome-ignore format: one list
  return Buffer.from(parquetWriteBuffer({ columnData, schema, compressors, ...others }))
}

function cellsOf(row: OvertureRow): Record<string, unknown> {
  const { address = {}, dataset = 'meta' } = row
  return {
    ...row,
    geometry: pointOf(row),
    bbox: { xmin: row.lon, xmax: row.lon, ymin: row.lat, ymax: row.lat },
    confidence: row.name.length / 100,
    version: row.id.length,
    is_open: row.status === undefined ? null : row.status === 'open',
    names: { primary: row.name },
    categories: { primary: row.category, alternate: [] },
    addresses: [{ freeform: null, locality: null, postcode: null, region: null, country: null, ...address }],
    sources: [{ dataset }],
    operating_status: row.status ?? 'open',
  }
}

/** Well-known binary of a point. */
function pointOf({ lat, lon }: OvertureRow): Uint8Array {
  const bytes = Buffer.alloc(21)
  bytes.writeUInt8(1, 0)
  bytes.writeUInt32LE(1, 1)
  bytes.writeDoubleLE(lon, 5)
  bytes.writeDoubleLE(lat, 13)
  return bytes
}
