import { truncateSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PbfFile } from '../src/osm/pbf-file.ts'
import { CorruptFile } from '../src/places.ts'
import { encodePbf, type TestMap, type WriteOptions, writeBytes, writePbf } from './pbf-writer.ts'

const BIG = 2 ** 32 + 5
const map: TestMap = {
  nodes: [
    { id: 7, lat: 47.1234567, lon: 9.7654321, tags: { name: 'Straße', amenity: 'cafe' } },
    { id: BIG, lat: -33.5, lon: -70.25 },
    { id: BIG + 1, lat: 0, lon: 180, tags: { note: '' } },
  ],
  ways: [{ id: BIG * 2, refs: [BIG + 1, 7, BIG], tags: { highway: 'path' } }],
  relations: [
    {
      id: 12,
      tags: { type: 'site' },
      members: [
        { type: 'way', id: BIG * 2, role: 'outer' },
        { type: 'node', id: 7 },
      ],
    },
  ],
}

async function readAll(path: string) {
  const file = await PbfFile.open(path)
  const all = { from: 0, to: file.blockCount }
  const read = { nodes: [] as unknown[], ways: [] as unknown[], relations: [] as unknown[] }
  try {
    for await (const { block } of file.blocks('node', all)) {
      const { ids, lats, lons, tags } = block.nodes
      for (const [i, id] of ids.entries())
        read.nodes.push({ id, lat: lats[i], lon: lons[i], tags: { ...tags[i] } })
    }
    for await (const { block } of file.blocks('way', all))
      for (const way of block.ways) read.ways.push({ ...way, tags: { ...way.tags } })
    for await (const { block } of file.blocks('relation', all))
      for (const relation of block.relations) read.relations.push({ ...relation, tags: { ...relation.tags } })
    return read
  } finally {
    await file.close()
  }
}

const expected = {
  nodes: [
    { id: 7, lat: 471234567, lon: 97654321, tags: { name: 'Straße', amenity: 'cafe' } },
    { id: BIG, lat: -335000000, lon: -702500000, tags: {} },
    { id: BIG + 1, lat: 0, lon: 1800000000, tags: { note: '' } },
  ],
  ways: [{ id: BIG * 2, refs: [BIG + 1, 7, BIG], tags: { highway: 'path' } }],
  relations: [
    {
      id: 12,
      tags: { type: 'site' },
      members: [
        { type: 'way', id: BIG * 2, role: 'outer' },
        { type: 'node', id: 7, role: '' },
      ],
    },
  ],
}

describe('reading an .osm.pbf file', () => {
  const ways: [string, WriteOptions][] = [
    ['packed with zlib', {}],
    ['packed with zstd', { packing: 'zstd' }],
    ['not packed', { packing: 'raw' }],
    ['with nodes one by one', { isDense: false }],
    ['with a finer granularity', { granularity: 10 }],
  ]
  test.each(ways)('returns every element with ids above 2^32, %s', async (_, options) => {
    expect(await readAll(writePbf(map, options))).toEqual(expected)
  })

  test('has a header with the date of its data and its order', async () => {
    const file = await PbfFile.open(writePbf(map))
    await file.close()
    expect(file.header).toEqual({ isSorted: true, dataAt: '2026-07-01T00:00:00.000Z' })
  })
})

describe('the blocks that may hold a kind of element', () => {
  const nodes = Array.from({ length: 7 }, (_, id) => ({ id: id + 1, lat: 1, lon: 1 }))
  const ways = Array.from({ length: 5 }, (_, id) => ({ id: id + 1, refs: [1, 2] }))
  const relations = Array.from({ length: 4 }, (_, id) => ({
    id: id + 1,
    tags: { type: 'site' },
    members: [],
  }))

  async function rangesOf(testMap: TestMap, options: WriteOptions) {
    const file = await PbfFile.open(writePbf(testMap, options))
    const ranges = []
    for (const kind of ['node', 'way', 'relation'] as const) {
      const { from, to } = await file.rangeOf(kind)
      ranges.push([from, to])
    }
    await file.close()
    return ranges
  }

  test('are found in a sorted file, with the block in which the kind begins', async () => {
    expect(await rangesOf({ nodes, ways, relations }, { perBlock: 2 })).toEqual([[0, 4], [3, 6], [5, 8]]) // biome-ignore format: one row
    expect(await rangesOf({ ways }, { perBlock: 2 })).toEqual([[0, 0], [0, 3], [2, 3]]) // biome-ignore format: one row
  })

  test('are all of an unsorted file', async () => {
    expect(await rangesOf({ nodes, ways }, { perBlock: 4, isSorted: false })).toEqual([[0, 3], [0, 3], [0, 3]]) // biome-ignore format: one row
  })
})

describe('a file that cannot be read', () => {
  const whole = encodePbf(map)

  test('is refused wherever it is truncated, with the position of the incomplete block', async () => {
    for (let length = 0; length < whole.length; length++) {
      const reading = readAll(writeBytes(whole.subarray(0, length), 'cut.osm.pbf'))
      const outcome = await reading.catch((error: unknown) => error)
      // Cut between two blocks it is a valid shorter file.
      if (!(outcome instanceof CorruptFile))
        expect(Object.keys(outcome as object)).toEqual(['nodes', 'ways', 'relations'])
      else expect(outcome.position).toBeLessThanOrEqual(length)
    }
  })

  test('is refused or read, but never hangs or crashes, with any byte changed', async () => {
    for (let index = 0; index < whole.length; index += 3) {
      const bytes = Buffer.from(whole)
      bytes[index] = bytes[index]! ^ 0xff
      const outcome = await readAll(writeBytes(bytes, 'wrong.osm.pbf')).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(CorruptFile)
    }
  })

  test('is reported with the position of the damaged block', async () => {
    const bytes = Buffer.from(whole)
    const header = whole.readUInt32BE(0)
    const first = 4 + header + bytes.subarray(4, 4 + header).at(-1)!
    bytes.fill(0, first + 40, first + 60)
    const error = await readAll(writeBytes(bytes, 'damaged.osm.pbf')).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CorruptFile)
    expect((error as CorruptFile).position).toBe(first)
    expect((error as CorruptFile).message).toContain(`at byte ${first}`)
  })

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('<osm version="0.6"></osm>'.repeat(10))],
    ['a huge header length', Buffer.from([0x7f, 0xff, 0xff, 0xff, 1, 2, 3])],
  ])('is reported as not an .osm.pbf file if it is %s', async (_, bytes) => {
    await expect(PbfFile.open(writeBytes(bytes, 'x.osm.pbf'))).rejects.toThrow(
      'not an .osm.pbf file (at byte 0',
    )
  })

  test('is refused if it needs an unsupported feature or compression', async () => {
    await expect(PbfFile.open(writePbf(map, { features: ['HistoricalInformation'] }))).rejects.toThrow(
      "needs a reader that knows 'HistoricalInformation'",
    )
    await expect(PbfFile.open(writePbf(map, { packing: 'lzma' }))).rejects.toThrow('is not supported')
  })

  test('is refused if a block claims to be larger than the format allows', async () => {
    // A block length of four bytes, then its header (type 'OSMData', data length: 2 GB), no data.
    const header = Buffer.concat([Buffer.from([0x0a, 7]), Buffer.from('OSMData'), Buffer.from([0x18, 0xff, 0xff, 0xff, 0xff, 0x07])]) // biome-ignore format: one message
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.length)
    const path = writeBytes(Buffer.concat([whole, length, header]), 'huge-block.osm.pbf')
    await expect(PbfFile.open(path)).rejects.toThrow(
      `claims to be larger than 32 MiB (at byte ${whole.length.toLocaleString('en-US')} of the file)`,
    )
  })

  test('is refused immediately at the byte where 20 GB of zeros begin', async () => {
    const path = writeBytes(whole, 'huge.osm.pbf')
    truncateSync(path, 20 * 2 ** 30)
    await expect(PbfFile.open(path)).rejects.toThrow(
      `no block begins here (at byte ${whole.length.toLocaleString('en-US')} of the file)`,
    )
  })

  test('is refused if a block inflates to more than it says', async () => {
    const nodes = Array.from({ length: 5000 }, (_, id) => ({ id: id + 1, lat: 1, lon: 1 }))
    const bytes = encodePbf({ nodes })
    const at = bytes.indexOf(Buffer.from([0x10]), bytes.indexOf('OSMData'))
    bytes[at + 1] = 0x90
    await expect(readAll(writeBytes(bytes, 'bomb.osm.pbf'))).rejects.toThrow(CorruptFile)
  })
})
