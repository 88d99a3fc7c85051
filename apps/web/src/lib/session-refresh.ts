import type { SessionUser } from '@goldpan/contract/accounts'
import { ApiError } from './api-error.ts'

/** 'unreachable': no network, a timeout or a server error. */
export type RefreshOutcome =
  | { kind: 'signed-in'; user: SessionUser }
  | { kind: 'signed-out' }
  | { kind: 'unreachable'; error: ApiError }

export interface SessionRefresh {
  /** Refreshes now. Concurrent calls share one request. */
  now: () => Promise<RefreshOutcome>
  /** Refreshes, unless the last result is younger than the gap. */
  atMostEvery: (gapMs: number) => Promise<RefreshOutcome>
  /** Drops the last result after a login or logout. */
  forget: () => void
}

export interface SessionRefreshParts {
  fetchUser: () => Promise<SessionUser>
  /** A monotonic clock in milliseconds. */
  clock: () => number
  onOutcome: (outcome: RefreshOutcome) => void
}

export function createSessionRefresh({ fetchUser, clock, onOutcome }: SessionRefreshParts): SessionRefresh {
  let pending: Promise<RefreshOutcome> | null = null
  let last: { outcome: RefreshOutcome; at: number } | null = null
  let generation = 0

  async function run(): Promise<RefreshOutcome> {
    const started = generation
    const outcome = await outcomeOf(fetchUser)
    if (started === generation) {
      last = { outcome, at: clock() }
      pending = null
      onOutcome(outcome)
    }
    return outcome
  }

  const now = () => {
    pending ??= run()
    return pending
  }

  return {
    now,
    atMostEvery(gapMs) {
      if (!pending && last && clock() - last.at < gapMs) return Promise.resolve(last.outcome)
      return now()
    },
    forget() {
      generation += 1
      pending = null
      last = null
    },
  }
}

async function outcomeOf(fetchUser: () => Promise<SessionUser>): Promise<RefreshOutcome> {
  try {
    return { kind: 'signed-in', user: await fetchUser() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isClearNo = error.status === 401 || error.status === 403
    return isClearNo ? { kind: 'signed-out' } : { kind: 'unreachable', error }
  }
}
