import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type TestMap, type WriteOptions, writePbf } from '../../test/pbf-writer.ts'
import { PbfFile } from '../pbf/pbf-file.ts'
import { findRanges } from './block-ranges.ts'

const COUNT = { nodes: 23, ways: 9, relations: 5 }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const map: TestMap = {
  nodes: numbers(COUNT.nodes).map((id) => ({ id, lat: 47, lon: 9 })),
  ways: numbers(COUNT.ways).map((id) => ({ id, refs: [1, 2] })),
  relations: numbers(COUNT.relations).map((id) => ({ id, tags: {}, members: [{ type: 'node', id: 1 }] })),
}
const incompressible = (bytes: number) => randomBytes(bytes / 2).toString('hex')

/** The ids that are found where each kind is said to be, and of how many blocks. */
async function inRanges(path: string) {
  const file = await PbfFile.open(path)
  const ranges = await findRanges(file)
  const found = { nodes: [] as number[], ways: [] as number[], relations: [] as number[] }
  for (const kind of ['nodes', 'ways', 'relations'] as const)
    for await (const { block } of file.blocks({ [kind]: true }, ranges[kind].from, ranges[kind].to))
      found[kind].push(...block[kind].ids.values.subarray(0, block[kind].count))
  const blocks = file.data.length
  file.close()
  return { found, ranges, blocks }
}

const all = {
  nodes: numbers(COUNT.nodes),
  ways: numbers(COUNT.ways),
  relations: numbers(COUNT.relations),
}

describe('where a sorted file holds each kind of element', () => {
  const forms: [string, WriteOptions][] = [
    ['packed with zlib', {}],
    ['packed with zstd', { packing: 'zstd' }],
    ['not packed', { packing: 'raw' }],
    ['with nodes one by one', { isDense: false }],
    ['with texts that fill the first bytes', { texts: [incompressible(20_000)] }],
    ['with texts that are longer than what is looked at', { texts: [incompressible(300_000)] }],
  ]
  test.each(forms)('is found with any number of elements in a block, %s', async (_, options) => {
    for (const perBlock of [1, 2, 3, 5, 8, 37, undefined])
      expect((await inRanges(writePbf(map, { ...options, perBlock }))).found).toEqual(all)
  })

  test.each([undefined, [incompressible(300_000)]])('leaves out blocks of other kinds', async (texts) => {
    const { ranges } = await inRanges(writePbf(map, { perBlock: 1, texts }))
    expect(ranges).toEqual({
      nodes: { from: 0, to: 23 },
      ways: { from: 22, to: 32 },
      relations: { from: 31, to: 37 },
    })
  })

  test('is found where kinds are missing, and anywhere where blocks stand in another order', async () => {
    for (const kinds of [['nodes'], ['ways'], ['relations'], ['nodes', 'relations'], []] as const) {
      const some = Object.fromEntries(kinds.map((kind) => [kind, map[kind]]))
      const { found } = await inRanges(writePbf(some, { perBlock: 2 }))
      expect(found).toEqual({ nodes: [], ways: [], relations: [], ...Object.fromEntries(kinds.map((kind) => [kind, all[kind]])) }) // biome-ignore format: one line
    }
    const order: WriteOptions['order'] = ['relations', 'ways', 'nodes']
    const { found, ranges, blocks } = await inRanges(writePbf(map, { perBlock: 4, isSorted: false, order }))
    expect(found).toEqual(all)
    expect(ranges.nodes).toEqual({ from: 0, to: blocks })
  })
})
