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

interface Content {
  hasNodes: boolean
  hasWays: boolean
  hasRelations: boolean
}

/** Which blocks hold what. In a sorted file the borders are found by bisection; otherwise any block may hold all. */
export async function findRanges(file: PbfFile): Promise<BlockRanges> {
  const count = file.data.length
  const whole = { from: 0, to: count }
  if (!file.header.isSorted) return { nodes: whole, ways: whole, relations: whole }
  const known = new Map<number, Content>()
  const contentOf = async (index: number) => {
    const content = known.get(index) ?? (await look(file, index))
    known.set(index, content)
    return content
  }
  const withoutNodes = await bisect(0, count, async (index) => !(await contentOf(index)).hasNodes)
  const withWays = await bisect(0, withoutNodes, async (index) => {
    const { hasWays, hasRelations } = await contentOf(index)
    return hasWays || hasRelations
  })
  const relationsOnly = await bisect(withWays, count, async (index) => {
    const { hasNodes, hasWays } = await contentOf(index)
    return !hasNodes && !hasWays
  })
  const withRelations = await bisect(
    withWays,
    relationsOnly,
    async (index) => (await contentOf(index)).hasRelations,
  )
  return {
    nodes: { from: 0, to: withoutNodes },
    ways: { from: withWays, to: relationsOnly },
    relations: { from: withRelations, to: count },
  }
}

async function look(file: PbfFile, index: number): Promise<Content> {
  for await (const { block } of file.blocks({}, index, index + 1)) {
    const { hasNodes, hasWays, hasRelations } = block
    return { hasNodes, hasWays, hasRelations }
  }
  return { hasNodes: false, hasWays: false, hasRelations: false }
}

/** The first index from `low` on for which the answer is yes, given that all later ones and `high` say yes too. */
async function bisect(
  low: number,
  high: number,
  holds: (index: number) => Promise<boolean>,
): Promise<number> {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (await holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
