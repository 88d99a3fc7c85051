import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'
import type { SessionState } from './session-state.ts'

export const SessionContext = createContext<Session | null>(null)

export function useSessionStore(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This needs a SessionContext around it')
  return session
}

export type UseSession = SessionState &
  Pick<Session, 'login' | 'register' | 'confirmEmail' | 'updateProfile' | 'logout' | 'clearError'>

/** The session's state and actions. */
export function useSession(): UseSession {
  const session = useSessionStore()
  const state = useSyncExternalStore(session.subscribe, session.get, session.get)
  return { ...session, ...state }
}
