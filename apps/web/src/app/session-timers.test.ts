import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSessionFresh } from './session-timers.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The part of `document` that the timers use. */
function page() {
  const target = new EventTarget() as EventTarget & { visibilityState: string }
  target.visibilityState = 'visible'
  const turn = (state: 'visible' | 'hidden') => {
    target.visibilityState = state
    target.dispatchEvent(new Event('visibilitychange'))
  }
  return { document: target as unknown as Document, turn }
}

function signed(status: 'signed-in' | 'signed-out') {
  const check = vi.fn(async () => undefined)
  return { get: () => ({ status, user: null, error: null, endedBy: null, suspended: null }), check }
}

test('the session is refreshed every 240 s (SESS-07)', () => {
  const session = signed('signed-in')
  keepSessionFresh(session, page().document)
  vi.advanceTimersByTime(239_999)
  expect(session.check).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(session.check).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(240_000)
  expect(session.check).toHaveBeenCalledTimes(2)
})

test('the session is refreshed 1 s after the tab becomes visible (SESS-08)', () => {
  const session = signed('signed-in')
  const { document, turn } = page()
  keepSessionFresh(session, document)
  turn('hidden')
  turn('visible')
  vi.advanceTimersByTime(999)
  expect(session.check).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(session.check).toHaveBeenCalledTimes(1)
})

test('a tab that is hidden again within that second is left alone', () => {
  const session = signed('signed-in')
  const { document, turn } = page()
  keepSessionFresh(session, document)
  turn('visible')
  turn('hidden')
  vi.advanceTimersByTime(5_000)
  expect(session.check).not.toHaveBeenCalled()
})

test('nobody is asked about while nobody is signed in, nor after it was stopped', () => {
  const out = signed('signed-out')
  keepSessionFresh(out, page().document)
  const stopped = signed('signed-in')
  keepSessionFresh(stopped, page().document)()
  vi.advanceTimersByTime(500_000)
  expect(out.check).not.toHaveBeenCalled()
  expect(stopped.check).not.toHaveBeenCalled()
})
