import type { SessionUser } from '@goldpan/contract/accounts'
import { errorText } from './error-text.ts'
import { createStore } from './store.ts'

export interface SessionState {
  status: 'loading' | 'signed-in' | 'signed-out'
  user: SessionUser | null
  /** Shown as a banner at the top right of the layout. */
  error: string | null
  /** Why it is signed out, which decides where login leads. */
  endedBy: 'logout' | 'expiry' | null
}

const signedOut: SessionState = { status: 'signed-out', user: null, error: null, endedBy: null }

/** The state of the session. `onEnd` runs when the user logs out or the session ends. */
export function createSessionState(onEnd: () => void) {
  const { get, set, subscribe } = createStore<SessionState>({ ...signedOut, status: 'loading' })
  let lastUserId: string | null = null

  return {
    get,
    subscribe,
    hold(user: SessionUser) {
      if (lastUserId !== null && lastUserId !== user.id) onEnd()
      lastUserId = user.id
      set({ status: 'signed-in', user, error: null, endedBy: null })
    },
    end(endedBy: SessionState['endedBy']) {
      if (get().status === 'signed-out') return
      set({ ...signedOut, endedBy: get().user ? endedBy : null })
      if (endedBy === 'logout') onEnd()
    },
    change(user: Partial<SessionUser>) {
      const held = get().user
      if (held) set({ ...get(), user: { ...held, ...user } })
    },
    fail: (error: string | null) => set({ ...get(), error }),
    /** Stores an error's message for the banner and rethrows it. */
    async withError<Answer>(fallback: string, action: () => Promise<Answer>): Promise<Answer> {
      set({ ...get(), error: null })
      try {
        return await action()
      } catch (error) {
        set({ ...get(), error: errorText(error, fallback) })
        throw error
      }
    },
  }
}
