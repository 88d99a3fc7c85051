import type { Clock } from '../providers/clock/port.ts'

/** An event of a worker for its log: ids and counts, no content. */
interface WorkEvent {
  event: 'begun' | 'ended' | 'taken over'
  /** Such as 'sending'. */
  kind: string
  /** The id of the send job or gathering job. Absent if rows belong to no job. */
  work?: string
  owner?: string
  rows?: number
  ms?: number
}

export type OnWork = (event: WorkEvent) => void

export interface WorkLogOptions<Row> {
  systemClock: Clock
  /** Called with each event. Without it and a `kind`, nothing is reported. */
  onWork?: OnWork | undefined
  /** Names the worker in its events, such as 'sending'. */
  kind?: string
  /** The job that a row belongs to, and its owner. Absent if rows belong to no job. */
  workOf?: (row: Row) => { work?: string; owner?: string }
}

interface Work {
  work?: string
  owner?: string
  begunAt: number
  rows: number
  inProgress: number
}

/** Reports when a worker begins with the rows of a job, and when none of those that it claimed is left. */
export function createWorkLog<Row>({ systemClock, onWork, kind, workOf }: WorkLogOptions<Row>) {
  const open = new Map<string, Work>()
  if (onWork === undefined || kind === undefined)
    return { begin: () => () => undefined, claimed: () => undefined, takenOver: () => undefined }
  const now = () => systemClock.now().getTime()
  const keyOf = (row: Row) => workOf?.(row).work ?? ''

  return {
    /** Call when a row starts. Returns a function to call at its end. */
    begin(row: Row): () => void {
      const key = keyOf(row)
      const known = open.get(key)
      const work = known ?? { ...workOf?.(row), begunAt: now(), rows: 0, inProgress: 0 }
      if (!known) {
        open.set(key, work)
        onWork({ event: 'begun', kind, ...workOf?.(row) })
      }
      work.rows += 1
      work.inProgress += 1
      return () => {
        work.inProgress -= 1
      }
    },

    /** Call after each claim. Work without claimed rows and rows in progress has ended. */
    claimed(rows: readonly Row[]): void {
      const next = new Set(rows.map(keyOf))
      for (const [key, { begunAt, inProgress, rows, ...names }] of open) {
        if (inProgress > 0 || next.has(key)) continue
        open.delete(key)
        onWork({ event: 'ended', kind, ...names, rows, ms: now() - begunAt })
      }
    },

    /** Rows of dead workers were recovered. */
    takenOver(rows: number): void {
      if (rows > 0) onWork({ event: 'taken over', kind, rows })
    },
  }
}
