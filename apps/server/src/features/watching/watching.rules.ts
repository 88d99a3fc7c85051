import type { installation_troubles, TroubleCause } from '../../db/schema.ts'

export type Trouble = typeof installation_troubles.$inferSelect

/** The result of a check for one cause. */
export interface Finding {
  isThere: boolean
  /** When the opposite was last seen; the trouble began later. */
  worked_at: string | null
  /** Sure enough to be told. */
  isSure: boolean
  /** Once told, it lasts until this. */
  isOver: boolean
}

/** The sentence to report, and whether a letter says it, too. */
export interface News {
  cause: TroubleCause
  kind: 'began' | 'over'
  since: string
  hasLetter: boolean
}

const MINUTE_MS = 60_000
export const LOOK_EVERY_MS = MINUTE_MS
/** Without a look for longer, nobody knows if the trouble lasted. */
const UNSEEN_MS = 5 * MINUTE_MS
const LETTER_EVERY_MS = 60 * MINUTE_MS
/** A restart of the only worker is no trouble. */
const LASTS_MS: Record<TroubleCause, number> = { no_worker: 5 * MINUTE_MS, no_hand_over: 15 * MINUTE_MS }

/** The row of a cause after a look, and what to say. At most one beginning an hour is told by letter. */
export function judgeTrouble(row: Trouble, found: Finding, now: Date): { row: Trouble; news: News | null } {
  const looked_at = now.toISOString()
  const ageOf = (at: string | null) =>
    at === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(at)
  const mayWrite = ageOf(row.told_at) >= LETTER_EVERY_MS
  if (row.since !== null && row.noticed_at !== null) {
    const { cause, since } = row
    const isTold = row.told_at !== null && row.told_at >= row.noticed_at
    if (found.isOver)
      return {
        row: { ...row, since: null, noticed_at: null, looked_at },
        news: { cause, kind: 'over', since, hasLetter: isTold },
      }
    if (isTold || !mayWrite) return { row: { ...row, looked_at }, news: null }
    // It began again within the hour, and lasts.
    return {
      row: { ...row, told_at: looked_at, looked_at },
      news: { cause, kind: 'began', since, hasLetter: true },
    }
  }
  const since = found.isThere ? latest([seenSince(row, now), found.worked_at]) : null
  if (since === null || !found.isSure || ageOf(since) < LASTS_MS[row.cause])
    return { row: { ...row, since, looked_at }, news: null }
  const told_at = mayWrite ? looked_at : row.told_at
  return {
    row: { ...row, since, noticed_at: looked_at, told_at, looked_at },
    news: { cause: row.cause, kind: 'began', since, hasLetter: mayWrite },
  }
}

function seenSince({ since, looked_at }: Trouble, now: Date): string {
  const isUnbroken = Math.abs(now.getTime() - Date.parse(looked_at)) <= UNSEEN_MS
  return (isUnbroken && since) || now.toISOString()
}

/** Facts about waiting mail and the mail server, in system time except for ages. */
export interface MailState {
  /** How long the longest due message that could leave has been waiting. */
  oldestDueMs: number | null
  /** Tried, and free to be tried again. */
  retrying: number
  /** Tried and waiting for whatever: a retry, a pace or a pause. */
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
const SURE_AFTER_MS = 3 * MINUTE_MS

/**
 * Nothing is handed over: messages that could leave aren't claimed, or the mail server takes none of those that are.
 * Messages that wait for a pace, a cap or a pause don't count.
 */
export function findNoHandOver(mail: MailState, row: Pick<Trouble, 'since'>): Finding {
  const { accepted_at, server_accepted_at, server_failed_at } = mail
  const anyAccepted = latest([accepted_at, server_accepted_at])
  const isUntouched = mail.oldestDueMs !== null && mail.oldestDueMs >= DUE_MS
  const isFailing =
    mail.retrying > 0 && server_failed_at !== null && server_failed_at > (server_accepted_at ?? '')
  const worked_at = isFailing ? server_accepted_at : anyAccepted
  const hasWorked = row.since !== null && (worked_at ?? '') > row.since
  const sureAt = Date.parse(latest([row.since, worked_at]) ?? '') + SURE_AFTER_MS
  return {
    isThere: isUntouched || isFailing,
    worked_at,
    isSure: isUntouched || Date.parse(server_failed_at ?? '') >= sureAt,
    isOver: hasWorked || (mail.tried === 0 && !isUntouched),
  }
}

export const findNoWorker = (workers: number): Finding => ({
  isThere: workers === 0,
  worked_at: null,
  isSure: true,
  isOver: workers > 0,
})

const latest = (times: (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1) ?? null
