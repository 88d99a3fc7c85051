import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { Refusal } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as store from './accounts.store.ts'

const scope = systemScope('refused logins are counted without names')
const DAY_MS = 86_400_000
const KEPT_DAYS = 90

/** Refusals that indicate guessing. */
const REASONS: Partial<Record<string, string>> = {
  'accounts.unknown_email': 'unknown address',
  'accounts.wrong_password': 'wrong password',
  'accounts.unconfirmed': 'address not confirmed',
  'accounts.too_many_logins': 'too many tries',
  'accounts.bot_check': 'bot check',
}

export interface RefusedLoginsDeps {
  db: Database
  systemClock: Clock
  /** For the log, which names the account as `person`. */
  onRefused: (reason: string, source: string) => void
}

/** Counts refused logins by hour and reason, so that the operator sees somebody guessing passwords. */
export function createRefusedLogins({ db, systemClock, onRefused }: RefusedLoginsDeps) {
  const ago = (ms: number) => new Date(systemClock.now().getTime() - ms).toISOString()

  async function count(error: unknown, source: string): Promise<void> {
    const reason = error instanceof Refusal ? REASONS[error.refusal] : undefined
    if (!reason) return
    onRefused(reason, source)
    const isFirst = await store.countRefusedLogin(db, scope, reason, isoNow(systemClock))
    if (isFirst) await store.deleteRefusedLogins(db, scope, ago(KEPT_DAYS * DAY_MS))
  }

  return {
    async during<Answer>(source: string, login: () => Promise<Answer>): Promise<Answer> {
      try {
        return await login()
      } catch (error) {
        await count(error, source)
        throw error
      }
    },

    /** Sum over the last 24 hours. */
    sumOfDay: () => store.sumRefusedLogins(db, scope, ago(DAY_MS)),
  }
}

export type RefusedLogins = ReturnType<typeof createRefusedLogins>
