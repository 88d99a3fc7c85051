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
  /** The server's sentence while the account is suspended. */
  suspended: string | null
}

const signedOut: SessionState = {
  status: 'signed-out',
  user: null,
  error: null,
  endedBy: null,
  suspended: null,
}

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
      set({ ...signedOut, status: 'signed-in', user })
    },
    end(endedBy: SessionState['endedBy']) {
      // Someone who is suspended may still log out.
      if (get().status === 'signed-out' && endedBy === 'expiry') return
      set({ ...signedOut, endedBy: get().user ? endedBy : null })
      if (endedBy === 'logout') onEnd()
    },
    /** Keeps drafts, and where to go on once the account is open again. */
    suspend: (suspended: string) => set({ ...signedOut, endedBy: get().user && 'expiry', suspended }),
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
