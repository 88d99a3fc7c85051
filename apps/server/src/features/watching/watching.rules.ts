import type { installation_troubles } from '../../db/schema.ts'

/** The row of a cause. `since` is null while there is no incident. */
export type Incident = typeof installation_troubles.$inferSelect
export type Cause = Incident['cause']

/** The result of a check for one cause. */
export interface Finding {
  isPresent: boolean
  /** When it last worked; the incident began later. */
  worked_at: string | null
  /** Certain enough to be reported. */
  isConfirmed: boolean
  /** Once reported, it lasts until this is true. */
  isOver: boolean
}

/** The start or end of an incident. Always logged; `hasLetter` also sends a letter to the operator. */
export interface Report {
  cause: Cause
  kind: 'began' | 'over'
  since: string
  hasLetter: boolean
}

const MINUTE_MS = 60_000
export const CHECK_EVERY_MS = MINUTE_MS
/** After a longer gap between checks, nobody knows if the incident lasted. */
const MAX_CHECK_GAP_MS = 5 * MINUTE_MS
const LETTER_EVERY_MS = 60 * MINUTE_MS
/** A restart of the only worker isn't reported. */
const REPORT_AFTER_MS: Record<Cause, number> = { no_worker: 5 * MINUTE_MS, no_hand_over: 15 * MINUTE_MS }

/** Returns the row after a check, and what to report. At most one beginning an hour gets a letter. */
export function judgeIncident(
  row: Incident,
  found: Finding,
  now: Date,
): { row: Incident; report: Report | null } {
  const looked_at = now.toISOString()
  const ageOf = (at: string | null) =>
    at === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(at)
  const mayWrite = ageOf(row.told_at) >= LETTER_EVERY_MS
  if (row.since !== null && row.noticed_at !== null) {
    const { cause, since } = row
    const isReported = row.told_at !== null && row.told_at >= row.noticed_at
    if (found.isOver)
      return {
        row: { ...row, since: null, noticed_at: null, looked_at },
        report: { cause, kind: 'over', since, hasLetter: isReported },
      }
    if (isReported || !mayWrite) return { row: { ...row, looked_at }, report: null }
    // It began again within the hour, and lasts.
    return {
      row: { ...row, told_at: looked_at, looked_at },
      report: { cause, kind: 'began', since, hasLetter: true },
    }
  }
  const since = found.isPresent ? latest([seenSince(row, now), found.worked_at]) : null
  if (since === null || !found.isConfirmed || ageOf(since) < REPORT_AFTER_MS[row.cause])
    return { row: { ...row, since, looked_at }, report: null }
  const told_at = mayWrite ? looked_at : row.told_at
  return {
    row: { ...row, since, noticed_at: looked_at, told_at, looked_at },
    report: { cause: row.cause, kind: 'began', since, hasLetter: mayWrite },
  }
}

function seenSince({ since, looked_at }: Incident, now: Date): string {
  const isUnbroken = Math.abs(now.getTime() - Date.parse(looked_at)) <= MAX_CHECK_GAP_MS
  return (isUnbroken && since) || now.toISOString()
}

/** Facts about waiting mail and the mail server, in system time except for ages. */
export interface MailState {
  /** How long the longest due message that could leave has been waiting. */
  oldestDueMs: number | null
  /** Tried, and free to be tried again. */
  retrying: number
  /** Tried and waiting, for any reason: a retry, a pace or a pause. */
  tried: number
  /** When any message of a campaign was accepted last, from an own mailbox too. */
  accepted_at: string | null
  /** When the mail server last took anything, letters too. */
  server_accepted_at: string | null
  server_failed_at: string | null
}

/** Due messages are claimed within seconds. */
const DUE_MS = MINUTE_MS
/** A second try has failed too: the first one of many may just be greylisted. */
const CONFIRMED_AFTER_MS = 3 * MINUTE_MS

/**
 * Nothing is handed over: messages that could leave aren't claimed, or the mail server takes none of those that are.
 * Messages that wait for a pace, a cap or a pause don't count.
 */
export function findNoHandOver(mail: MailState, row: Pick<Incident, 'since'>): Finding {
  const { accepted_at, server_accepted_at, server_failed_at } = mail
  const anyAccepted = latest([accepted_at, server_accepted_at])
  const isUntouched = mail.oldestDueMs !== null && mail.oldestDueMs >= DUE_MS
  const isFailing =
    mail.retrying > 0 && server_failed_at !== null && server_failed_at > (server_accepted_at ?? '')
  const worked_at = isFailing ? server_accepted_at : anyAccepted
  const hasWorked = row.since !== null && (worked_at ?? '') > row.since
  const confirmedAt = Date.parse(latest([row.since, worked_at]) ?? '') + CONFIRMED_AFTER_MS
  return {
    isPresent: isUntouched || isFailing,
    worked_at,
    isConfirmed: isUntouched || Date.parse(server_failed_at ?? '') >= confirmedAt,
    isOver: hasWorked || (mail.tried === 0 && !isUntouched),
  }
}

export const findNoWorker = (workers: number): Finding => ({
  isPresent: workers === 0,
  worked_at: null,
  isConfirmed: true,
  isOver: workers > 0,
})

const latest = (times: (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1) ?? null
