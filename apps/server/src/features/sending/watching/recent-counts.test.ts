import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asOwner } from '../../../db/owner.ts'
import { rememberMany } from './recent-counts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [alice, bob] = [asOwner(randomUUID()), asOwner(randomUUID())]

function count(total: number) {
  const counted: string[] = []
  let sent = 0
  const countOf = rememberMany(async (owner, id) => {
    counted.push(`${owner} ${id}`)
    sent += 1
    return [
      { state: 'sent', count: sent, next_try_at: null },
      { state: 'queued', count: total - sent, next_try_at: null },
    ]
  })
  return { counted, sentOf: async (owner = alice, id = 'one') => (await countOf(owner, id))[0]!.count }
}

test('of a large job the rows are counted once a second, however many ask, and nobody waits for that (F19)', async () => {
  const { counted, sentOf } = count(1001)
  expect([await sentOf(), await sentOf(), await sentOf()]).toEqual([1, 1, 1])
  vi.advanceTimersByTime(999)
  expect(await sentOf()).toBe(1)
  vi.advanceTimersByTime(1)
  expect([await sentOf(), await sentOf()]).toEqual([1, 2])
  expect(counted).toHaveLength(2)
})

test('after a while in which nobody asked, the rows are counted first', async () => {
  const { sentOf } = count(1001)
  expect(await sentOf()).toBe(1)
  vi.advanceTimersByTime(2000)
  expect(await sentOf()).toBe(2)
})

test('the longer counting takes, the longer its figures are good for', async () => {
  let counted = 0
  const countOf = rememberMany(async () => {
    counted += 1
    vi.advanceTimersByTime(200)
    return [{ state: 'sent', count: 1_000_000, next_try_at: null }]
  })
  const ask = () => countOf(alice, 'one')
  await ask()
  vi.advanceTimersByTime(5799)
  await ask()
  expect(counted).toBe(1)
  vi.advanceTimersByTime(1)
  await ask()
  expect(counted).toBe(2)
})

test('a count that fails while older figures are shown is told to whoever asks when those are too old', async () => {
  let isAway = false
  const countOf = rememberMany(async () => {
    if (isAway) throw new Error('away')
    return [{ state: 'sent', count: 5000, next_try_at: null }]
  })
  await countOf(alice, 'one')
  isAway = true
  vi.advanceTimersByTime(1000)
  expect(await countOf(alice, 'one')).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  await expect(countOf(alice, 'one')).rejects.toThrow('away')
})

test('a job that is quickly counted is counted each time', async () => {
  const { sentOf } = count(1000)
  expect([await sentOf(), await sentOf(), await sentOf()]).toEqual([1, 2, 3])
})

test('each owner and each job is counted by itself, and a count that failed is not remembered', async () => {
  const { counted, sentOf } = count(5000)
  await Promise.all([sentOf(alice, 'one'), sentOf(bob, 'one'), sentOf(alice, 'two')])
  expect(counted).toEqual([`${alice} one`, `${bob} one`, `${alice} two`])

  let isAway = true
  const countOf = rememberMany(async () => {
    if (isAway) throw new Error('away')
    return [{ state: 'sent', count: 5000, next_try_at: null }]
  })
  await expect(countOf(alice, 'one')).rejects.toThrow('away')
  isAway = false
  expect(await countOf(alice, 'one')).toHaveLength(1)
})
