import { accountRoutes, type SessionUser } from '@goldpan/contract/accounts'
import type { CallAnswer, CallInput } from '@goldpan/contract/route'
import type { Api } from './api.ts'
import { errorText } from './error-text.ts'
import type { SessionNews } from './session-news.ts'
import type { RefreshOutcome, SessionRefresh } from './session-refresh.ts'

export const SESSION_CHECK_GAP_MS = 5_000

export interface SessionState {
  status: 'loading' | 'signed-in' | 'signed-out'
  user: SessionUser | null
  /** Shown as a banner at the top right of the layout. */
  error: string | null
  /** Why it is signed out; the way back differs. */
  endedBy: 'logout' | 'expiry' | null
}

type Body<R> = CallInput<R> extends { body: infer B } ? B : never
export type Registration = Body<typeof accountRoutes.register>
export type Credentials = Body<typeof accountRoutes.login>
export type EmailConfirmation = Body<typeof accountRoutes.confirmEmail>
export type Profile = Body<typeof accountRoutes.updateProfile>

export interface Session {
  get: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Restores the session at the start; a failure of any kind leaves nobody signed in. */
  start: () => Promise<void>
  /** Asks whether it still holds, unless that was answered less than 5 s ago. */
  check: () => Promise<void>
  login: (credentials: Credentials) => Promise<void>
  register: (registration: Registration) => Promise<CallAnswer<typeof accountRoutes.register>>
  confirmEmail: (confirmation: EmailConfirmation) => Promise<void>
  updateProfile: (profile: Profile) => Promise<CallAnswer<typeof accountRoutes.updateProfile>>
  logout: () => Promise<void>
  /** Logged out in another tab. */
  leave: () => void
  /** The server no longer knows the session. */
  expire: () => void
  clearError: () => void
  /** What the last refresh answered. */
  apply: (outcome: RefreshOutcome) => void
}

export interface SessionParts {
  api: Pick<Api, 'call'>
  refresh: SessionRefresh
  /** Tells other tabs. */
  announce: (news: SessionNews) => void
  /** Forgets what belongs to the person who leaves. */
  onEnd: () => void
}

const signedOut: SessionState = { status: 'signed-out', user: null, error: null, endedBy: null }

/** Who is signed in, as a store. Failures keep their text in `error` and are thrown on to the screen. */
export function createSession({ api, refresh, announce, onEnd }: SessionParts): Session {
  let state: SessionState = { ...signedOut, status: 'loading' }
  let lastUserId: string | null = null
  const listeners = new Set<() => void>()

  function set(next: Partial<SessionState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  async function withError<T>(fallback: string, action: () => Promise<T>): Promise<T> {
    set({ error: null })
    try {
      return await action()
    } catch (error) {
      set({ error: errorText(error, fallback) })
      throw error
    }
  }

  function end(endedBy: SessionState['endedBy']) {
    if (state.status === 'signed-out') return
    set({ ...signedOut, endedBy: state.user ? endedBy : null })
    if (endedBy !== 'logout') return
    refresh.forget()
    onEnd()
  }

  function hold(user: SessionUser) {
    if (lastUserId !== null && lastUserId !== user.id) onEnd()
    lastUserId = user.id
    set({ status: 'signed-in', user, error: null, endedBy: null })
  }

  function signIn(user: SessionUser) {
    refresh.forget()
    hold(user)
    announce('signed-in')
  }

  function apply(outcome: RefreshOutcome) {
    if (outcome.kind === 'signed-in') hold(outcome.user)
    else if (outcome.kind === 'signed-out') end('expiry')
    else if (state.status === 'loading') set(signedOut)
    else if (state.status === 'signed-in') set({ error: errorText(outcome.error, 'Authentication failed') })
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      await refresh.now()
    },
    async check() {
      await refresh.atMostEvery(SESSION_CHECK_GAP_MS)
    },
    login: (credentials) =>
      withError('Login failed', async () =>
        signIn((await api.call(accountRoutes.login, { body: credentials })).user),
      ),
    register: (registration) =>
      withError('Registration failed', () => api.call(accountRoutes.register, { body: registration })),
    confirmEmail: (confirmation) =>
      withError('Failed to confirm email', async () => {
        await api.call(accountRoutes.confirmEmail, { body: confirmation })
      }),
    updateProfile: (profile) =>
      withError('Failed to update profile', async () => {
        const answer = await api.call(accountRoutes.updateProfile, { body: profile })
        const { first_name, last_name, email } = answer
        if (state.user) set({ user: { ...state.user, first_name, last_name, email } })
        return answer
      }),
    logout: () =>
      withError('Logout failed', async () => {
        await api.call(accountRoutes.logout)
        end('logout')
        announce('logged-out')
      }),
    leave: () => end('logout'),
    expire: () => end('expiry'),
    clearError: () => set({ error: null }),
    apply,
  }
}
