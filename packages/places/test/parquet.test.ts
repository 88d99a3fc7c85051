import { truncateSync } from 'node:fs'
import { type Encoding, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { describe, expect, test } from 'vitest'
import { readParquet } from '../src/overture/parquet-file.ts'
import { CorruptFile } from '../src/places.ts'
import { encodeOverture, type OvertureRow, type ParquetOptions } from './parquet-writer.ts'
import { writeBytes } from './pbf-writer.ts'

const COLUMNS = ['id', 'geometry', 'bbox', 'confidence', 'version', 'is_open', 'names', 'categories', 'websites', 'phones', 'emails', 'addresses', 'sources', 'operating_status'] // biome-ignore format: one list

/** Rows with lists that are missing, empty, short and long, texts that repeat and texts that don't. */
function rowsOf(count: number, wordiness = 1): OvertureRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `id-${index}-${'x'.repeat((index % 50) * wordiness)}`,
    lat: 47 + index / 10_000,
    lon: 9 - index / 10_000,
    name: index % 7 === 0 ? `Ümlaut ☕ ${index}` : 'The same name',
    category: index % 5 === 0 ? null : ['bakery', 'hotel', 'dentist'][index % 3]!,
    websites: index % 4 === 0 ? undefined : Array.from({ length: index % 9 }, (_, n) => `https://w${index}-${n}.example`), // biome-ignore format: one list
    phones: index % 3 === 0 ? [] : [`+423 ${index}`],
    status: index % 2 === 0 ? undefined : 'open',
    address: index % 6 === 0 ? undefined : { locality: 'Springfield', country: 'US' },
  }))
}

async function readAll(path: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for await (const { rows } of readParquet(path, COLUMNS)) for (const row of rows) all.push(row)
  return all
}

/** What the library that the pages' decoders come from makes of the file when it reads it whole. */
async function readWhole(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const file = Uint8Array.from(bytes).buffer
  return parquetReadObjects({ file, columns: COLUMNS, compressors, utf8: false })
}

/** Bytes as text, and nothing where a value is missing: two readers may use different classes for the same. */
function plain(rows: readonly Record<string, unknown>[]): unknown {
  return JSON.parse(
    JSON.stringify(rows, (_, value) =>
      value instanceof Uint8Array || value?.type === 'Buffer'
        ? Buffer.from(value.data ?? value).toString('hex')
        : (value ?? null),
    ),
  )
}

describe('a Parquet file is read a few rows at a time', () => {
  const ways: [string, ParquetOptions][] = [
    ['as its writer likes it', {}],
    ['with pages so small that a row ends on another than it began', { pageSize: 64 }],
    ['in row groups', { rowGroupSize: 700 }],
    ['not compressed', { codec: 'UNCOMPRESSED' }],
    ['with gzip', { codec: 'GZIP' }],
    ['with zstd', { codec: 'ZSTD', pageSize: 3000 }],
    ...(['PLAIN', 'RLE_DICTIONARY', 'DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'] as Encoding[]).map(
      (encoding): [string, ParquetOptions] => [`with texts in the encoding ${encoding}`, { encoding }],
    ),
  ]
  test.each(ways)('and gives what reading it whole gives, %s', async (_, options) => {
    const bytes = encodeOverture(rowsOf(4500), options)
    const rows = await readAll(writeBytes(bytes, 'rows.parquet'))
    expect(rows).toHaveLength(4500)
    expect(plain(rows)).toEqual(plain(await readWhole(bytes)))
  })

  test('and gives what reading it whole gives, with pages of several megabytes, which wait in a file', async () => {
    const bytes = encodeOverture(rowsOf(9000, 40), {
      pageSize: 2 ** 30,
      rowGroupSize: 10_000,
      encoding: 'PLAIN',
    })
    const rows = await readAll(writeBytes(bytes, 'rows.parquet'))
    expect(plain(rows)).toEqual(plain(await readWhole(bytes)))
  })

  test('and a reader that stops in the middle leaves nothing open', async () => {
    const path = writeBytes(encodeOverture(rowsOf(4500)), 'rows.parquet')
    for await (const { rows, done, total } of readParquet(path, ['id'])) {
      expect([Object.keys(rows[0]!), done, total]).toEqual([['id'], 500, 4500])
      break
    }
  })
})

describe('a Parquet file that cannot be read is refused', () => {
  const whole = encodeOverture(rowsOf(300), { pageSize: 500 })

  test('with the position of the page that is damaged', async () => {
    const bytes = Buffer.from(whole)
    bytes.fill(0xff, 2000, 2100)
    const error = await readAll(writeBytes(bytes, 'damaged.parquet')).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CorruptFile)
    const { position, message } = error as CorruptFile
    expect(position).toBeGreaterThan(1000)
    expect(position).toBeLessThan(2100)
    expect(message).toContain(`(at byte ${position.toLocaleString('en-US')} of the file)`)
  })

  test('at once where it claims to end in a list of columns of gigabytes', async () => {
    const path = writeBytes(whole, 'huge.parquet')
    truncateSync(path, 20 * 2 ** 30)
    await expect(readAll(path)).rejects.toThrow('does not end as a Parquet file does (at byte 21,474,836,480')
    const claims = Buffer.from(whole)
    claims.writeUInt32LE(0xfffffff0, claims.length - 8)
    await expect(readAll(writeBytes(claims, 'claims.parquet'))).rejects.toThrow(
      `longer than it can be (at byte ${(whole.length - 8).toLocaleString('en-US')} of the file)`,
    )
  })
})
