import type { Mark } from '../../providers/installation-mark/port.ts'

export interface Epoch {
  place: string
  epoch: number
  identity: string | null
  seen_at: string
}

/** A database without a heartbeat for this long may be old. A machine that joins meets a fresh one. */
const STALE_MS = 60 * 60_000

/** True if the database or the data folder was restored from a backup: queued messages may have been sent long ago. */
export function isRestored(mark: Mark | null, known: readonly Epoch[], now: Date): boolean {
  if (known.length === 0) return false
  const newest = Math.max(...known.map(({ seen_at }) => new Date(seen_at).getTime()))
  const isStale = now.getTime() - newest > STALE_MS
  if (!mark) return isStale
  const row = known.find(({ place }) => place === mark.place)
  if (!row) return true
  return row.epoch < mark.epoch || (row.identity !== null && row.identity !== mark.identity)
}

export const restoredSentence =
  'Sending is paused: this installation was restored from a backup, so waiting messages may already have been sent. The operator can check them and resume with: npm run admin -- resume-sending'
