import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import polylabel from 'polylabel'
import type { Point } from './distance.ts'

export type Position = [lon: number, lat: number]
export type Ring = Position[]

/** A way with the ids of its end nodes, which join it to other ways. */
export interface Line {
  first: number
  last: number
  positions: Position[]
}

export interface Box {
  minLat: number
  maxLat: number
  minLon: number
  maxLon: number
}

/** Joins lines at their end nodes into closed rings, in any order and direction. Drops open ones. */
export function joinRings(lines: readonly Line[]): Ring[] {
  const rings = lines.filter(isClosed).map(({ positions }) => positions)
  const open = lines.filter((line) => !isClosed(line))
  const byEnd = new Map<number, Line[]>()
  for (const line of open)
    for (const end of [line.first, line.last]) byEnd.set(end, [...(byEnd.get(end) ?? []), line])
  const used = new Set<Line>()
  for (const start of open) {
    const ring = used.has(start) ? undefined : walk(start, byEnd, used)
    if (ring !== undefined) rings.push(ring)
  }
  return rings
}

function isClosed({ first, last, positions }: Line): boolean {
  return first === last && positions.length >= 4
}

function walk(start: Line, byEnd: ReadonlyMap<number, Line[]>, used: Set<Line>): Ring | undefined {
  const ring = [...start.positions]
  used.add(start)
  let end = start.last
  while (end !== start.first) {
    const next = byEnd.get(end)?.find((line) => !used.has(line))
    if (next === undefined) return undefined
    used.add(next)
    const isForward = next.first === end
    const positions = isForward ? next.positions : next.positions.toReversed()
    for (const position of positions.slice(1)) ring.push(position)
    end = isForward ? next.last : next.first
  }
  return ring
}

/** True if an odd number of rings enclose the point, so holes need no marking. */
export function isInside(rings: Ring[], { lat, lon }: Point): boolean {
  return booleanPointInPolygon([lon, lat], { type: 'Polygon', coordinates: rings })
}

export function boxAround(rings: readonly Ring[]): Box {
  const box = { minLat: Infinity, maxLat: -Infinity, minLon: Infinity, maxLon: -Infinity }
  for (const ring of rings)
    for (const [lon, lat] of ring) {
      box.minLat = Math.min(box.minLat, lat)
      box.maxLat = Math.max(box.maxLat, lat)
      box.minLon = Math.min(box.minLon, lon)
      box.maxLon = Math.max(box.maxLon, lon)
    }
  return box
}

/** A point well inside the largest ring. */
export function pointInside(rings: readonly Ring[]): Point {
  // polylabel uses the bounding box of the first ring.
  const largestFirst = rings.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const precision = Math.max(1e-7, sizeOf(largestFirst[0]!) / 100)
  const [lon, lat] = polylabel(largestFirst, precision)
  return { lat, lon }
}

function sizeOf(ring: Ring): number {
  const { minLat, maxLat, minLon, maxLon } = boxAround([ring])
  return Math.max(maxLat - minLat, maxLon - minLon)
}
