import type { Clock } from '../providers/clock/port.ts'
import type { Heartbeat } from './heartbeat.ts'

export interface WorkLogOptions<Row> {
  systemClock: Clock
  heartbeat: Pick<Heartbeat, 'onWork'>
  /** Names the worker in the log, such as 'sending'. Without it nothing is logged. */
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

/** Logs when a worker begins with the rows of a job, and when none of those that it claimed is left. */
export function createWorkLog<Row>({ heartbeat, systemClock, kind, workOf }: WorkLogOptions<Row>) {
  const open = new Map<string, Work>()
  if (kind === undefined) return { begin: () => () => undefined, claimed: () => undefined }
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
        heartbeat.onWork({ event: 'begun', kind, ...workOf?.(row) })
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
        heartbeat.onWork({ event: 'ended', kind, ...names, rows, ms: now() - begunAt })
      }
    },
  }
}
