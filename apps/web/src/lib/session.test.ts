import type { SessionUser } from '@goldpan/contract/accounts'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createSession, SESSION_CHECK_GAP_MS } from './session.ts'
import { createSessionRefresh } from './session-refresh.ts'

const anna: SessionUser = {
  id: 'u1',
  first_name: 'Anna',
  last_name: 'Frick',
  email: 'anna@example.li',
  subscription_plan: 'free',
}
const bob: SessionUser = { ...anna, id: 'u2', first_name: 'Bob' }

const signedOut = new ApiError(401, 'accounts.signed_out', 'Please log in to continue')
const inTrouble = new ApiError(500, 'HTTP_500', '')

interface World {
  refresh?: () => Promise<SessionUser>
  call?: () => Promise<unknown>
  mayHaveSession?: boolean
}

function sessionIn({
  refresh: ask = async () => anna,
  call = async () => ({ user: anna }),
  mayHaveSession = true,
}: World = {}) {
  let now = 0
  const asked = vi.fn(ask)
  const announce = vi.fn()
  const onEnd = vi.fn()
  const refresh = createSessionRefresh({
    fetchUser: asked,
    clock: () => now,
    onOutcome: (outcome) => session.apply(outcome),
  })
  const session = createSession({
    api: { call: call as never },
    refresh,
    mayHaveSession: () => mayHaveSession,
    announce,
    onEnd,
  })
  const pass = (ms: number) => {
    now += ms
  }
  return { session, asked, announce, onEnd, pass }
}

const failing = (error: ApiError) => async () => {
  throw error
}
const credentials = { email: 'anna@example.li', password: 'correct horse', recaptchaToken: 't' }

describe('at the start', () => {
  test('where there may be a session it is loading until the refresh call answers (SESS-01, SESS-05)', async () => {
    const { session } = sessionIn()
    expect(session.get()).toMatchObject({ status: 'loading', user: null })
    await session.start()
    expect(session.get()).toMatchObject({ status: 'signed-in', user: anna })
  })

  test('where there can be no session nobody is signed in, without a call (SESS-05)', async () => {
    const { session, asked } = sessionIn({ mayHaveSession: false })
    expect(session.get()).toMatchObject({ status: 'loading', user: null })
    await session.start()
    expect(session.get()).toMatchObject({ status: 'signed-out', user: null, error: null, endedBy: null })
    expect(asked).not.toHaveBeenCalled()
  })

  test.each([signedOut, inTrouble])(
    'a refresh that fails leaves nobody signed in (SESS-05): %s',
    async (error) => {
      const { session } = sessionIn({ refresh: failing(error) })
      await session.start()
      expect(session.get()).toMatchObject({ status: 'signed-out', user: null, error: null, endedBy: null })
    },
  )
})

describe('later', () => {
  test('two checks are at least 5 s apart (SESS-09)', async () => {
    const { session, asked, pass } = sessionIn()
    await session.start()
    pass(SESSION_CHECK_GAP_MS - 1)
    await session.check()
    expect(asked).toHaveBeenCalledTimes(1)
    pass(1)
    await session.check()
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('a check that is refused signs out and says that the session ended by itself', async () => {
    let holds = true
    const { session, pass } = sessionIn({ refresh: async () => (holds ? anna : failing(signedOut)()) })
    await session.start()
    holds = false
    pass(240_000)
    await session.check()
    expect(session.get()).toMatchObject({ status: 'signed-out', user: null, endedBy: 'expiry' })
  })

  test('a check that no one can answer keeps the person and shows why (SHELL-07, SESS-13)', async () => {
    let holds = true
    const { session, pass } = sessionIn({ refresh: async () => (holds ? anna : failing(inTrouble)()) })
    await session.start()
    holds = false
    pass(240_000)
    await session.check()
    expect(session.get()).toMatchObject({ status: 'signed-in', user: anna, error: 'Authentication failed' })
  })

  test('an answer that was on its way when somebody logged in is not believed', async () => {
    let refuse: (error: ApiError) => void = () => undefined
    const { session } = sessionIn({
      refresh: () =>
        new Promise((_, reject) => {
          refuse = reject
        }),
    })
    const start = session.start()
    await session.login(credentials)
    refuse(signedOut)
    await start
    expect(session.get()).toMatchObject({ status: 'signed-in', user: anna })
  })
})

describe('what the person does', () => {
  test('login holds the user and tells the other tabs', async () => {
    const { session, announce } = sessionIn({ refresh: failing(signedOut) })
    await session.start()
    await session.login(credentials)
    expect(session.get()).toMatchObject({ status: 'signed-in', user: anna, error: null })
    expect(announce).toHaveBeenCalledWith('signed-in')
  })

  test('logout clears the user, forgets the drafts and tells the other tabs (SESS-11)', async () => {
    const { session, announce, onEnd } = sessionIn()
    await session.start()
    await session.logout()
    expect(session.get()).toMatchObject({ status: 'signed-out', user: null, endedBy: 'logout' })
    expect(onEnd).toHaveBeenCalledTimes(1)
    expect(announce).toHaveBeenCalledWith('logged-out')
  })

  test('drafts survive an ended session of the same person, but not another person’s login', async () => {
    let holds: SessionUser | null = anna
    const ask = async () => holds ?? failing(signedOut)()
    const { session, onEnd } = sessionIn({ refresh: ask })
    await session.start()
    session.expire()
    await session.login(credentials)
    expect(onEnd).not.toHaveBeenCalled()
    holds = bob
    await session.start()
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  test('each failure without a message has its fallback text (SESS-13)', async () => {
    const { session } = sessionIn({ call: failing(inTrouble) })
    await session.start()
    const failures: [() => Promise<unknown>, string][] = [
      [() => session.login(credentials), 'Login failed'],
      [() => session.register({} as never), 'Registration failed'],
      [() => session.confirmEmail({} as never), 'Failed to confirm email'],
      [() => session.updateProfile({} as never), 'Failed to update profile'],
      [() => session.logout(), 'Logout failed'],
    ]
    for (const [act, text] of failures) {
      await expect(act()).rejects.toBe(inTrouble)
      expect(session.get().error).toBe(text)
    }
    session.clearError()
    expect(session.get().error).toBeNull()
  })

  test("a failure with a message keeps the server's words", async () => {
    const { session } = sessionIn({
      call: failing(new ApiError(401, 'x', 'Login failed: incorrect password')),
    })
    await expect(session.login(credentials)).rejects.toThrow()
    expect(session.get().error).toBe('Login failed: incorrect password')
  })

  test('a changed profile is the user’s at once', async () => {
    const call = async () => ({ first_name: 'Anne', last_name: 'Frick', email: 'anna@example.li' })
    const { session } = sessionIn({ call })
    await session.start()
    await session.updateProfile({ first_name: 'Anne', last_name: 'Frick', email: 'anna@example.li' })
    expect(session.get().user?.first_name).toBe('Anne')
  })
})
