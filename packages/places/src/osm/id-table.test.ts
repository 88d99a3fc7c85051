import { expect, test } from 'vitest'
import { Nodes } from '../pbf/elements.ts'
import { NodePositions } from './node-positions.ts'
import { WantedIds } from './wanted-ids.ts'

/** More than are in memory at a time. */
const MANY = 1_300_000

const latOf = (id: number) => (id * 7919) % 900_000_000
const lonOf = (id: number) => -((id * 104_729) % 1_800_000_000)

function blockOf(ids: readonly number[]): Nodes {
  const nodes = new Nodes()
  nodes.ids.reserve(ids.length).set(ids)
  nodes.lats.reserve(ids.length).set(ids.map(latOf))
  nodes.lons.reserve(ids.length).set(ids.map(lonOf))
  nodes.count = nodes.ids.length = nodes.lats.length = nodes.lons.length = ids.length
  return nodes
}

function positionsOf(ids: Float64Array, blocks: Iterable<Nodes>): NodePositions {
  const wanted = new WantedIds()
  for (let at = 0; at < ids.length; at += 999) wanted.add(ids.subarray(at, at + 999))
  const positions = new NodePositions(wanted.sorted())
  for (const block of blocks) positions.take(block)
  wanted.close()
  return positions
}

function* blocks(from: number, to: number, isKept: (id: number) => boolean): Generator<Nodes> {
  for (let start = from; start < to; start += 8000)
    yield blockOf(Array.from({ length: Math.min(8000, to - start) }, (_, i) => start + i).filter(isKept))
}

test('of more nodes than memory holds each is found where the file has it, whatever order they are asked for in', () => {
  // Every third id, each of them twice and in no order; the file lacks one in eleven.
  const ids = Float64Array.from({ length: 2 * MANY }, (_, i) => 5 + 3 * ((i * 48_271) % MANY))
  const isThere = (id: number) => id % 11 !== 0
  const positions = positionsOf(ids, blocks(0, 3 * MANY + 50, isThere))
  let wrong = 0
  for (let i = 0; i < ids.length; i += 97) {
    const id = ids[i]!
    const isFound = positions.find(id)
    if (isFound !== isThere(id) || (isFound && (positions.lat !== latOf(id) || positions.lon !== lonOf(id))))
      wrong++
  }
  expect(wrong).toBe(0)
  for (const nobodys of [0, 4, 6, 3 * MANY + 5, 1e12]) expect(positions.find(nobodys)).toBe(false)
  positions.close()
})

test('nodes of a file that is in no order are found too', () => {
  const ids = Float64Array.from([900, 3, 77, 12_345, 78])
  const positions = positionsOf(ids, [blockOf([12_345, 1, 900]), blockOf([78, 77, 2]), blockOf([3])])
  const found = [...ids].map((id) => positions.find(id) && [positions.lat, positions.lon])
  expect(found).toEqual([...ids].map((id) => [latOf(id), lonOf(id)]))
  positions.close()
})

test('where no node is wanted none is found', () => {
  const positions = positionsOf(new Float64Array(0), [blockOf([1, 2])])
  expect(positions.find(1)).toBe(false)
  positions.close()
})
