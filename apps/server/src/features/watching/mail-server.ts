import type { Clock } from '../../providers/clock/port.ts'
import type { HandOverResult, MailPort } from '../../providers/mail/port.ts'
import type { Tally } from './tally.ts'

const WARN_EVERY_MS = 60_000
/** It isn't available, or doesn't know us: it takes nothing from us. */
const TAKES_NOTHING = new Set([421, 530, 534, 535, 538])

export interface MailServerDeps {
  mail: MailPort
  systemClock: Clock
  tally: Pick<Tally, 'recordAccepted' | 'recordFailed'>
  countWaiting: () => Promise<number>
  onUnreached: (trouble: { error: string; waiting: number | null }) => void
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
  /** Of the last warning; null while it works. */
  let warnedAt: number | null = null

  async function warn(error: string): Promise<void> {
    const now = systemClock.now().getTime()
    if (warnedAt !== null && Math.abs(now - warnedAt) < WARN_EVERY_MS) return
    warnedAt = now
    onUnreached({ error, waiting: await countWaiting().catch(() => null) })
  }

  async function note(result: HandOverResult): Promise<void> {
    const { outcome, code, answer } = result
    const isUnreached = outcome === 'not_sent' || TAKES_NOTHING.has(code ?? 0)
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
    /** A letter that leaves proves that the server can be reached, not that the rest does: it may be about that. */
    mailOfLetters: watched(true),
  }
}
