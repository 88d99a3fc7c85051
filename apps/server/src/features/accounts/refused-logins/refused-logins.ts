import type { Database } from '../../../db/database.ts'
import { systemScope } from '../../../db/owner.ts'
import { Refusal } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import * as store from './refused-logins.store.ts'

const scope = systemScope('refused logins are counted for all, and nobody is named')
const DAY_MS = 86_400_000
const KEPT_DAYS = 90

/** Refusals of a login that somebody who tries passwords would cause. */
const REASONS: Partial<Record<string, string>> = {
  'accounts.unknown_email': 'unknown address',
  'accounts.wrong_password': 'wrong password',
  'accounts.unconfirmed': 'address not confirmed',
  'accounts.too_many_logins': 'too many tries',
  'accounts.bot_check': 'bot check',
}

export interface RefusedLoginsDeps {
  db: Database
  clock: Clock
  /** For the log: why, and from where. Whose account was meant stands there as who asks. */
  onRefused: (reason: string, source: string) => void
}

/** Counts logins that are refused, by hour and reason, so that the operator sees when somebody tries passwords. */
export function createRefusedLogins({ db, clock, onRefused }: RefusedLoginsDeps) {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()

  async function count(error: unknown, source: string): Promise<void> {
    const reason = error instanceof Refusal ? REASONS[error.refusal] : undefined
    if (!reason) return
    onRefused(reason, source)
    const isFirst = await store.countLogin(db, scope, reason, isoNow(clock))
    if (isFirst) await store.deleteBefore(db, scope, ago(KEPT_DAYS * DAY_MS))
  }

  return {
    /** Does the login; counts it when it is refused. */
    async during<Answer>(source: string, login: () => Promise<Answer>): Promise<Answer> {
      try {
        return await login()
      } catch (error) {
        await count(error, source)
        throw error
      }
    },

    /** In the last 24 hours. */
    sumOfDay: () => store.sumSince(db, scope, ago(DAY_MS)),
  }
}

export type RefusedLogins = ReturnType<typeof createRefusedLogins>
