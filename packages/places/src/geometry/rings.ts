/** A piece of a boundary: coordinates in 10^-7 degrees as lat, lon, lat, lon …, and the ids of its end nodes. */
export interface Line {
  first: number
  last: number
  coordinates: Int32Array
}

export interface Rings {
  closed: Int32Array[]
  /** Whether lines were left over that do not close. */
  isOpen: boolean
}

/** Joins lines at their end nodes to closed rings, whatever their order and direction. */
export function joinRings(lines: readonly Line[]): Rings {
  const closed = lines.filter(isClosed).map(({ coordinates }) => coordinates)
  const open = lines.filter((line) => !isClosed(line))
  const byEnd = new Map<number, Set<Line>>()
  for (const line of open)
    for (const end of [line.first, line.last]) byEnd.set(end, (byEnd.get(end) ?? new Set()).add(line))
  const used = new Set<Line>()
  let isOpen = false
  for (const start of open) {
    if (used.has(start)) continue
    const ring = walk(start, byEnd, used)
    if (ring === undefined) isOpen = true
    else closed.push(ring)
  }
  return { closed, isOpen }
}

function isClosed({ first, last, coordinates }: Line): boolean {
  return first === last && coordinates.length >= 8
}

function walk(start: Line, byEnd: Map<number, Set<Line>>, used: Set<Line>): Int32Array | undefined {
  const parts = [start.coordinates]
  used.add(start)
  let end = start.last
  while (end !== start.first) {
    const next = [...(byEnd.get(end) ?? [])].find((line) => !used.has(line))
    if (next === undefined) return undefined
    used.add(next)
    const isForward = next.first === end
    parts.push(isForward ? next.coordinates : reversed(next.coordinates))
    end = isForward ? next.last : next.first
  }
  return joined(parts)
}

function reversed(coordinates: Int32Array): Int32Array {
  const turned = new Int32Array(coordinates.length)
  for (let i = 0; i < coordinates.length; i += 2) {
    turned[coordinates.length - 2 - i] = coordinates[i]!
    turned[coordinates.length - 1 - i] = coordinates[i + 1]!
  }
  return turned
}

function joined(parts: Int32Array[]): Int32Array {
  const ring = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    ring.set(part, at)
    at += part.length
  }
  return ring
}
