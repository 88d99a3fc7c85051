import type { Clock } from '../../providers/clock/port.ts'
import type { HandOverResult, MailPort } from '../../providers/mail/port.ts'
import type { Tally } from './tally.ts'

const WARN_EVERY_MS = 60_000
/** SMTP codes of a server that is unavailable or wants another login. */
const REFUSES_ALL = new Set([421, 530, 534, 535, 538])

export interface MailServerDeps {
  mail: MailPort
  systemClock: Clock
  tally: Pick<Tally, 'recordAccepted' | 'recordFailed'>
  countWaiting: () => Promise<number>
  onUnreached: (failure: { error: string; waiting: number | null }) => void
  onReached: () => void
}

/**
 * Watches the mail server of MAIL_SMTP_URL: a warning at once and then one a minute while it can't be reached, and a
 * line when it works again.
 */
export function watchMailServer({
  mail,
  systemClock,
  tally,
  countWaiting,
  onUnreached,
  onReached,
}: MailServerDeps) {
  /** Time of the last warning; null while the server works. */
  let warnedAt: number | null = null

  async function warn(error: string): Promise<void> {
    const now = systemClock.now().getTime()
    if (warnedAt !== null && Math.abs(now - warnedAt) < WARN_EVERY_MS) return
    warnedAt = now
    onUnreached({ error, waiting: await countWaiting().catch(() => null) })
  }

  async function note(result: HandOverResult): Promise<void> {
    const { outcome, code, answer } = result
    const isUnreached = outcome === 'not_sent' || REFUSES_ALL.has(code ?? 0)
    if (isUnreached || outcome === 'deferred') tally.recordFailed()
    if (isUnreached) return warn(answer)
    if (warnedAt === null || outcome === 'unconfirmed') return
    warnedAt = null
    onReached()
  }

  const watched = (isLetters: boolean): MailPort => ({
    async handOver(message, options = {}) {
      let isWithdrawn = false
      const beforeBody =
        options.beforeBody &&
        (async () => {
          isWithdrawn = true
          isWithdrawn = !(await options.beforeBody!())
          return !isWithdrawn
        })
      const result = await mail.handOver(message, { ...options, ...(beforeBody && { beforeBody }) })
      if (isWithdrawn || (options.signal?.aborted && result.outcome === 'not_sent')) return result
      if (result.outcome === 'accepted' && !isLetters) tally.recordAccepted()
      // The outcome has to be saved first.
      void note(result)
      return result
    },
    close: () => mail.close(),
  })

  return {
    mail: watched(false),
    /** Letters don't count as sent mail: one that reports a failure must not end it. */
    mailOfLetters: watched(true),
  }
}
