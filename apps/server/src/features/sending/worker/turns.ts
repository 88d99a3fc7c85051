import type { JobRow, RecipientRow } from '../sending.store.ts'

type Waiting = Pick<RecipientRow, 'owner_id'>

/** Messages that wait for a free place at this worker: next is whoever's owner has the fewest under way. */
export function createTurns<Row extends Waiting>() {
  const waiting: Row[] = []
  const underWay = new Map<string, number>()
  const countOf = ({ owner_id }: Waiting) => underWay.get(owner_id) ?? 0

  return {
    size: () => waiting.length,
    add: (rows: Row[]) => void waiting.push(...rows),

    /** Those that have waited longest. */
    listNext: (count: number): Row[] => waiting.slice(0, count),

    /** Takes the next one; `end` gives its place back. */
    begin(): Row | undefined {
      let next = 0
      for (const [index, row] of waiting.entries()) if (countOf(row) < countOf(waiting[next]!)) next = index
      const [row] = waiting.splice(next, 1)
      if (row) underWay.set(row.owner_id, countOf(row) + 1)
      return row
    },

    end(row: Row): void {
      const left = countOf(row) - 1
      if (left > 0) underWay.set(row.owner_id, left)
      else underWay.delete(row.owner_id)
    },

    /** Takes all that wait, for their release. */
    clear: (): Row[] => waiting.splice(0),
  }
}

/** How many messages each job may add to so much room: alike for each owner, and for each job of one owner. */
export function shares(jobs: Pick<JobRow, 'owner_id'>[], room: number) {
  const jobsOf = Map.groupBy(jobs, ({ owner_id }) => owner_id)
  return ({ owner_id }: Pick<JobRow, 'owner_id'>): number =>
    Math.max(1, Math.ceil(room / Math.max(1, jobsOf.size) / (jobsOf.get(owner_id)?.length ?? 1)))
}
