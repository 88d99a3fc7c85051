// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followChanges, refreshQueries } from './live-updates.ts'

/** The browser's EventSource, driven by the test. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 0
  constructor() {
    super()
    FakeSource.opened.push(this)
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
  say(event: string, data = '') {
    this.dispatchEvent(new MessageEvent(event, { data }))
  }
  fail({ forGood }: { forGood: boolean }) {
    if (forGood) this.readyState = FakeSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }
}

let isServerThere = true
const refresh = vi.fn()
const onLost = vi.fn()
const current = () => FakeSource.opened.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  FakeSource.opened = []
  isServerThere = true
  refresh.mockClear()
  onLost.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function follow() {
  const stop = followChanges({ refresh, onLost, isFresh: true, probe: async () => isServerThere })
  current().say('ping')
  refresh.mockClear()
  return stop
}

test('a change refreshes what it is about, and nothing is polled meanwhile', async () => {
  const stop = follow()
  current().say('change', JSON.stringify({ topics: ['replies'] }))
  current().say('change', JSON.stringify({ topics: null }))
  expect(refresh.mock.calls).toEqual([[['replies']], [null]])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  stop()
  expect(current().readyState).toBe(FakeSource.CLOSED)
})

test('without a stream everything is refreshed every 5 seconds, until the stream is back', async () => {
  const stop = follow()
  current().fail({ forGood: true })
  await vi.advanceTimersByTimeAsync(5000)
  expect(refresh.mock.calls).toEqual([[null]])
  expect(FakeSource.opened).toHaveLength(2)
  current().say('ping')
  refresh.mockClear()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(refresh).not.toHaveBeenCalled()
  stop()
})

test('a server that is away is told, and when it is back everything is refreshed', async () => {
  const stop = follow()
  isServerThere = false
  current().fail({ forGood: false })
  await vi.advanceTimersByTimeAsync(5000)
  expect(onLost).toHaveBeenLastCalledWith(true)
  expect(refresh).not.toHaveBeenCalled()
  current().say('ping')
  expect(onLost).toHaveBeenLastCalledWith(false)
  expect(refresh.mock.calls).toEqual([[null]])
  stop()
})

test('a stream that says nothing is opened again', async () => {
  const stop = follow()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(FakeSource.opened).toHaveLength(2)
  stop()
})

test('what is on the screen is fetched again; editors and lists that were scrolled far are left alone', async () => {
  vi.useRealTimers()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const fetched: string[] = []
  const show = (queryKey: string[], data: unknown) => {
    client.setQueryData(queryKey, data)
    const queryFn = () => {
      fetched.push(queryKey.join(' '))
      return data
    }
    return new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  }
  const shown = [
    show(['campaign', '1'], {}),
    show(['campaign', '1', 'template'], {}),
    show(['prospects', 'all'], { pages: [1, 2] }),
    show(['prospects', 'far'], { pages: [1, 2, 3, 4, 5, 6] }),
    show(['search', 'results'], {}),
  ]
  refreshQueries(client, ['campaigns'])
  await expect.poll(() => fetched).toEqual(['campaign 1'])
  refreshQueries(client, null)
  await expect.poll(() => fetched).toEqual(['campaign 1', 'campaign 1', 'prospects all'])
  for (const leave of shown) leave()
})
