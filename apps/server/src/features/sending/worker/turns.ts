import type { JobRow, RecipientRow } from '../sending.store.ts'

type Waiting = Pick<RecipientRow, 'owner_id'>

/** The messages of one owner that wait, in their order, each with its number in the order of all. */
interface Line<Row> {
  rows: { row: Row; number: number }[]
  /** How many have been taken from its beginning. */
  taken: number
}

/** A line that never ends does not keep what has left it. */
const MOST_TAKEN = 100

/** Messages that wait for a free place at this worker: next is whoever's owner has the fewest under way. */
export function createTurns<Row extends Waiting>() {
  const lines = new Map<string, Line<Row>>()
  const underWay = new Map<string, number>()
  let size = 0
  let number = 0

  function add(row: Row): void {
    const line = lines.get(row.owner_id) ?? { rows: [], taken: 0 }
    lines.set(row.owner_id, line)
    line.rows.push({ row, number: ++number })
    size += 1
  }

  const firstOf = ({ rows, taken }: Line<Row>) => rows[taken]!
  const countOf = (owner: string) => underWay.get(owner) ?? 0

  /** Of owners with equally few, whose first message has waited longest. */
  function findNext(): string | undefined {
    let next: string | undefined
    for (const [owner, line] of lines) {
      const other = next === undefined ? undefined : lines.get(next)
      const fewer = other ? countOf(owner) - countOf(next!) : -1
      if (fewer < 0 || (fewer === 0 && firstOf(line).number < firstOf(other!).number)) next = owner
    }
    return next
  }

  function takeFirst(owner: string): Row {
    const line = lines.get(owner)!
    const { row } = firstOf(line)
    line.taken += 1
    size -= 1
    if (line.taken === line.rows.length) lines.delete(owner)
    else if (line.taken >= MOST_TAKEN) line.taken -= line.rows.splice(0, line.taken).length
    return row
  }

  return {
    size: () => size,
    add: (rows: Row[]): void => rows.forEach(add),

    /** Those that have waited longest. */
    listNext(count: number): Row[] {
      const next = [...lines.values()].flatMap(({ rows, taken }) => rows.slice(taken, taken + count))
      if (lines.size > 1) next.sort((one, other) => one.number - other.number)
      return next.slice(0, count).map(({ row }) => row)
    },

    /** Takes the next one; `end` gives its place back. */
    begin(): Row | undefined {
      const owner = findNext()
      if (owner === undefined) return undefined
      underWay.set(owner, countOf(owner) + 1)
      return takeFirst(owner)
    },

    end({ owner_id }: Row): void {
      const left = countOf(owner_id) - 1
      if (left > 0) underWay.set(owner_id, left)
      else underWay.delete(owner_id)
    },

    /** Takes all that wait, for their release. */
    clear(): Row[] {
      const all = [...lines.values()].flatMap(({ rows, taken }) => rows.slice(taken).map(({ row }) => row))
      lines.clear()
      size = 0
      return all
    },
  }
}

/** How many messages each job may add to so much room: alike for each owner, and for each job of one owner. */
export function shares(jobs: Pick<JobRow, 'owner_id'>[], room: number) {
  const jobsOf = Map.groupBy(jobs, ({ owner_id }) => owner_id)
  return ({ owner_id }: Pick<JobRow, 'owner_id'>): number =>
    Math.max(1, Math.ceil(room / Math.max(1, jobsOf.size) / (jobsOf.get(owner_id)?.length ?? 1)))
}
