import { KINDS, type Kind } from '../pbf/first-kind.ts'
import type { PbfFile } from '../pbf/pbf-file.ts'

export interface Range {
  from: number
  to: number
}

export interface BlockRanges {
  nodes: Range
  ways: Range
  relations: Range
}

/**
 * Which blocks may hold what. In a sorted file the borders are found by bisection, and the last block before a border
 * may hold what comes after it as well; otherwise any block may hold all.
 */
export async function findRanges(file: PbfFile): Promise<BlockRanges> {
  const count = file.data.length
  const whole = { from: 0, to: count }
  const anywhere = { nodes: whole, ways: whole, relations: whole }
  if (!file.header.isSorted) return anywhere
  const firstWays = await firstBlockOf(file, 'way', 0)
  const firstRelations = firstWays === undefined ? undefined : await firstBlockOf(file, 'relation', firstWays)
  if (firstWays === undefined || firstRelations === undefined) return anywhere
  return {
    nodes: { from: 0, to: firstWays },
    ways: { from: Math.max(0, firstWays - 1), to: firstRelations },
    relations: { from: Math.max(0, firstRelations - 1), to: count },
  }
}

/**
 * The first block that begins with this kind or a later one, or the number of blocks. Nothing where a block does not say
 * with what it begins: it may be empty or damaged.
 */
async function firstBlockOf(file: PbfFile, kind: Kind, from: number): Promise<number | undefined> {
  let low = from
  let high = file.data.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const first = await file.firstKind(middle)
    if (first === undefined) return undefined
    if (KINDS.indexOf(first) >= KINDS.indexOf(kind)) high = middle
    else low = middle + 1
  }
  return low
}
