import type { Mark } from '../../providers/installation-mark/port.ts'

export interface Epoch {
  place: string
  epoch: number
  identity: string | null
  seen_at: string
}

export interface DatabaseIdentity {
  /** Null if the role may not read it. */
  system_identifier: string | null
  /** Incremented when a replica takes over, and by point-in-time recovery. Null if the role may not read it. */
  timeline: number | null
  database_oid: number
  /** Differs after a dump was restored in place, since that creates our tables again. */
  table_oid: number
  server_started_at: string
}

/**
 * How the database compares with the one that this installation last ran on. `switched`: a replica took over, or the
 * database was recovered to an earlier moment. `restarted`: the same, though its files may have been replaced.
 */
export type DatabaseChange = 'new' | 'same' | 'restarted' | 'switched' | 'other'

export function compareDatabase(known: DatabaseIdentity | null, found: DatabaseIdentity): DatabaseChange {
  if (!known) return 'new'
  const isOther = (part: 'system_identifier' | 'timeline' | 'database_oid' | 'table_oid') =>
    known[part] !== null && found[part] !== null && known[part] !== found[part]
  if (isOther('system_identifier') || isOther('database_oid') || isOther('table_oid')) return 'other'
  if (isOther('timeline')) return 'switched'
  return known.server_started_at === found.server_started_at ? 'same' : 'restarted'
}

/** True if files of the database or the data folder were restored from a copy: queued messages may have been sent. */
export function isRestored(
  mark: Mark | null,
  known: readonly Epoch[],
  { change, hasDeadWorkers }: { change: DatabaseChange; hasDeadWorkers: boolean },
): boolean {
  if (known.length === 0) return false
  const row = known.find(({ place }) => place === mark?.place)
  if (mark && row && row.epoch < mark.epoch) return true
  // A server that ran on can't have lost anything, whichever folder this is.
  if (change === 'same') return false
  // A copy of the files was most likely taken while workers ran. Those that end as they should say so.
  if (!mark) return change === 'restarted' && hasDeadWorkers
  return !row || (row.identity !== null && row.identity !== mark.identity)
}

/** Within this time of the last heartbeat a replica took over; later, it was a recovery to an earlier moment. */
const TAKEOVER_MS = 10 * 60_000

/** True if at most some moments are missing, so that follow-ups due today have not left unnoticed. */
export function isTakeover(change: DatabaseChange, known: readonly Epoch[], now: Date): boolean {
  const newest = Math.max(...known.map(({ seen_at }) => new Date(seen_at).getTime()))
  return change === 'switched' && now.getTime() - newest < TAKEOVER_MS
}

const LIFT = 'The operator can check them and resume with: npm run admin -- resume-sending'

export const restoredSentence = `Sending is paused: this installation was restored from a backup, so waiting messages may already have been sent. ${LIFT}`

export const switchedSentence = `Sending is paused: the database was switched to a replica or an earlier state, so waiting messages may already have been sent. ${LIFT}`
