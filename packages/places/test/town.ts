import type { TestMap, TestNode, TestRelation, TestWay } from './pbf-writer.ts'

/** Westmark, a fictional country with the towns Alpstadt and Brunn. */
export const WESTMARK = { south: 47, north: 47.2, west: 9, east: 9.2 }

let nextId = 1_000_000

export function at(lat: number, lon: number, tags: Record<string, string>, id = nextId++): TestNode {
  return { id, lat, lon, tags }
}

/** A closed way around a box, with its corner nodes. */
export function box(
  id: number,
  { south, north, west, east }: typeof WESTMARK,
  tags: Record<string, string> = {},
): { nodes: TestNode[]; way: TestWay } {
  const nodes = [
    [south, west],
    [south, east],
    [north, east],
    [north, west],
  ].map(([lat, lon]) => ({ id: nextId++, lat: lat!, lon: lon! }))
  return { nodes, way: { id, refs: [...nodes, nodes[0]!].map((node) => node.id), tags } }
}

export function boundary(id: number, way: number, tags: Record<string, string>): TestRelation {
  return {
    id,
    tags: { type: 'boundary', boundary: 'administrative', ...tags },
    members: [{ type: 'way', id: way, role: 'outer' }],
  }
}

/** The country with its two towns and a test's businesses. */
export function townMap(businesses: TestNode[], more: TestMap = {}): TestMap {
  const country = box(1, WESTMARK)
  const alpstadt = box(2, { ...WESTMARK, east: 9.1 })
  const brunn = box(3, { ...WESTMARK, west: 9.1 })
  const nodes = [...country.nodes, ...alpstadt.nodes, ...brunn.nodes, ...businesses, ...(more.nodes ?? [])]
  return {
    nodes: nodes.toSorted((a, b) => a.id - b.id),
    ways: [country.way, alpstadt.way, brunn.way, ...(more.ways ?? [])],
    relations: [
      boundary(1, 1, { admin_level: '2', name: 'Liechtenstein', 'ISO3166-1': 'LI' }),
      boundary(2, 2, { admin_level: '8', name: 'Alpstadt', 'name:fr': 'Ville-des-Alpes' }),
      boundary(3, 3, { admin_level: '8', name: 'Brunn' }),
      ...(more.relations ?? []),
    ],
  }
}

/** Points in Alpstadt and in Brunn; a step is about 300 m. */
export function inAlpstadt(step = 0): [number, number] {
  return [47.05 + step * 0.003, 9.05]
}

export function inBrunn(step = 0): [number, number] {
  return [47.05 + step * 0.003, 9.15]
}
