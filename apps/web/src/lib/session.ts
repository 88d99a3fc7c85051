import { accountRoutes } from '@goldpan/contract/accounts'
import type { CallAnswer, CallInput } from '@goldpan/contract/route'
import type { Api } from './api.ts'
import { errorText } from './error-text.ts'
import type { SessionNews } from './session-news.ts'
import type { RefreshOutcome, SessionRefresh } from './session-refresh.ts'
import { createSessionState, type SessionState } from './session-state.ts'

export const SESSION_CHECK_GAP_MS = 5_000

type Body<R> = CallInput<R> extends { body: infer B } ? B : never
export type Registration = Body<typeof accountRoutes.register>
export type Credentials = Body<typeof accountRoutes.login>
export type EmailConfirmation = Body<typeof accountRoutes.confirmEmail>
export type Profile = Body<typeof accountRoutes.updateProfile>

export interface Session {
  get: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Restores the session at the start. Any failure leaves the user signed out. */
  start: () => Promise<void>
  /** Refreshes the session, unless that was done less than 5 s ago. */
  check: () => Promise<void>
  login: (credentials: Credentials) => Promise<void>
  register: (registration: Registration) => Promise<CallAnswer<typeof accountRoutes.register>>
  confirmEmail: (confirmation: EmailConfirmation) => Promise<void>
  updateProfile: (profile: Profile) => Promise<CallAnswer<typeof accountRoutes.updateProfile>>
  logout: () => Promise<void>
  /** Logged out in another tab. */
  leave: () => void
  /** The server has ended the session. */
  expire: () => void
  /** The server refuses the account, in these words. */
  suspend: (sentence: string) => void
  clearError: () => void
  /** The result of the last refresh. */
  apply: (outcome: RefreshOutcome) => void
}

export interface SessionParts {
  api: Pick<Api, 'call'>
  refresh: SessionRefresh
  /** False if the browser surely has no session, so that no call is needed. */
  mayHaveSession: () => boolean
  /** Tells other tabs. */
  announce: (news: SessionNews) => void
  /** Clears the data of the user who left. */
  onEnd: () => void
}

/** Store of the signed-in user. Failures are kept in `error` and rethrown. */
export function createSession({ api, refresh, mayHaveSession, announce, onEnd }: SessionParts): Session {
  const state = createSessionState(onEnd)

  function apply(outcome: RefreshOutcome) {
    const { status } = state.get()
    if (outcome.kind === 'signed-in') state.hold(outcome.user)
    else if (outcome.kind === 'signed-out' || status === 'loading') state.end('expiry')
    else if (status === 'signed-in') state.fail(errorText(outcome.error, 'Authentication failed'))
  }

  function leave() {
    refresh.forget()
    state.end('logout')
  }

  async function start() {
    if (mayHaveSession()) await refresh.now()
    else state.end('expiry')
  }

  const actions: Pick<Session, 'login' | 'register' | 'confirmEmail' | 'updateProfile' | 'logout'> = {
    login: (credentials) =>
      state.withError('Login failed', async () => {
        const { user } = await api.call(accountRoutes.login, { body: credentials })
        refresh.forget()
        state.hold(user)
        announce('signed-in')
      }),
    register: (registration) =>
      state.withError('Registration failed', () => api.call(accountRoutes.register, { body: registration })),
    confirmEmail: (confirmation) =>
      state.withError('Failed to confirm email', async () => {
        await api.call(accountRoutes.confirmEmail, { body: confirmation })
      }),
    updateProfile: (profile) =>
      state.withError('Failed to update profile', async () => {
        const answer = await api.call(accountRoutes.updateProfile, { body: profile })
        const { first_name, last_name, email } = answer
        state.change({ first_name, last_name, email })
        return answer
      }),
    logout: () =>
      state.withError('Logout failed', async () => {
        await api.call(accountRoutes.logout)
        leave()
        announce('logged-out')
      }),
  }

  return {
    ...actions,
    apply,
    leave,
    get: state.get,
    subscribe: state.subscribe,
    start,
    check: async () => void (await refresh.atMostEvery(SESSION_CHECK_GAP_MS)),
    expire: () => state.end('expiry'),
    suspend: state.suspend,
    clearError: () => state.fail(null),
  }
}
