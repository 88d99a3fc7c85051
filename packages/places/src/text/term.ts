/**
 * Terms are kept as 53-bit hashes: a fifth of the room that words take, exact in a JavaScript number, and among a
 * million different terms two are the same with a chance of one in 18,000.
 */
export function termOf(kind: TermKind, ...parts: readonly string[]): number {
  return hash53(kind, ':', ...parts)
}

/**
 * k: a tag that the place has. m: a tag that its name hints at. w: a word of its names. j: a name without spaces.
 * a: an area that it lies in. g, G: a grid cell of about 1 and 10 km. t: its tier.
 */
export type TermKind = 'k' | 'm' | 'w' | 'j' | 'a' | 'g' | 'G' | 't'

/** Of the parts as one text: putting them together takes longer. */
export function hash53(...parts: readonly string[]): number {
  let low = 0x9e3779b9
  let high = 0x85ebca6b
  for (let part = 0; part < parts.length; part++) {
    const text = parts[part]!
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      low = Math.imul(low ^ unit, 0x9e3779b1)
      high = Math.imul(high ^ unit, 0x5f356495)
    }
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)
}

const FINE = 0.01
const COARSE = 0.1

export function cellTerms(lat: number, lon: number): number[] {
  return [cellTerm('g', lat / FINE, lon / FINE), cellTerm('G', lat / COARSE, lon / COARSE)]
}

function cellTerm(kind: 'g' | 'G', row: number, column: number): number {
  return termOf(kind, String(Math.floor(row)), '|', String(Math.floor(column)))
}

/** The cells that cover a box; fine ones for small boxes. */
export function cellsIn(minLat: number, maxLat: number, minLon: number, maxLon: number): number[] {
  const isSmall = maxLat - minLat <= 0.12 && maxLon - minLon <= 0.2
  const [kind, size] = isSmall ? (['g', FINE] as const) : (['G', COARSE] as const)
  const cells: number[] = []
  for (let row = Math.floor(minLat / size); row <= Math.floor(maxLat / size); row++)
    for (let column = Math.floor(minLon / size); column <= Math.floor(maxLon / size); column++)
      cells.push(cellTerm(kind, row, column))
  return cells
}
