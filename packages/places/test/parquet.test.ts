import { truncateSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readParquet } from '../src/overture/parquet-file.ts'
import { CorruptFile } from '../src/places.ts'
import { encodeOverture, type OvertureRow, type ParquetOptions } from './parquet-writer.ts'
import { writeBytes } from './pbf-writer.ts'

/** Rows with missing, empty, short and long lists, and with repeated and distinct texts. */
function rowsOf(count: number): OvertureRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `id-${index}-${'x'.repeat(index % 50)}`,
    lat: 47 + index / 10_000,
    lon: 9 - index / 10_000,
    name: index % 7 === 0 ? `Ümlaut ☕ ${index}` : 'The same name',
    category: index % 5 === 0 ? null : ['bakery', 'hotel', 'dentist'][index % 3]!,
    websites: Array.from({ length: index % 9 }, (_, n) => `https://w${index}-${n}.example`),
  }))
}

async function readAll(path: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for await (const { rows } of readParquet(path, ['id', 'names', 'categories', 'websites', 'missing']))
    all.push(...rows)
  return all
}

const ways: [string, ParquetOptions][] = [
  ['as its writer likes it', {}],
  ['with small pages', { pageSize: 64 }],
  ['in row groups', { rowGroupSize: 700 }],
  ['not compressed', { codec: 'UNCOMPRESSED' }],
  ['with gzip', { codec: 'GZIP' }],
  ['with zstd', { codec: 'ZSTD' }],
]
test.each(ways)('a Parquet file is read, %s', async (_, options) => {
  const written = rowsOf(1500)
  const rows = await readAll(writeBytes(encodeOverture(written, options), 'rows.parquet'))
  expect(rows).toEqual(
    written.map(({ id, name, category, websites }) => ({
      id,
      names: { primary: name },
      categories: { primary: category, alternate: [] },
      websites,
    })),
  )
})

test('a Parquet file is read one row group at a time', async () => {
  const path = writeBytes(encodeOverture(rowsOf(1500), { rowGroupSize: 700 }), 'rows.parquet')
  const seen: number[][] = []
  for await (const { rows, done, total } of readParquet(path, ['id'])) seen.push([rows.length, done, total])
  expect(seen).toEqual([
    [700, 700, 1500],
    [700, 1400, 1500],
    [100, 1500, 1500],
  ])
})

describe('a Parquet file that cannot be read is refused', () => {
  const whole = encodeOverture(rowsOf(300), { pageSize: 500 })

  test('with the position of the part that is damaged', async () => {
    const bytes = Buffer.from(whole)
    bytes.fill(0xff, 2000, 2100)
    const error = await readAll(writeBytes(bytes, 'damaged.parquet')).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CorruptFile)
    const { position, message } = error as CorruptFile
    expect(position).toBeLessThan(2100)
    expect(message).toContain(`(at byte ${position.toLocaleString('en-US')} of the file)`)
  })

  test('immediately if it claims to end in gigabytes of columns', async () => {
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
