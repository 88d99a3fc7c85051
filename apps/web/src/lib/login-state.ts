import { paths } from './paths.ts'

/** Navigation state of /login: where to go afterwards, and a message to show. */
export interface LoginState {
  from?: string
  message?: string
}

/** The page to return to, if it is one of ours; otherwise home. */
export function originOf(state: unknown): string {
  const from = readLoginState(state).from
  // '//host' and '/\host' are other websites to a browser.
  return from?.startsWith('/') && !/^\/[/\\]/.test(from) ? from : paths.home
}

/** Navigation state is untyped, so it is validated. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, message } = state as Record<string, unknown>
  return {
    from: typeof from === 'string' ? from : undefined,
    message: typeof message === 'string' ? message : undefined,
  }
}
