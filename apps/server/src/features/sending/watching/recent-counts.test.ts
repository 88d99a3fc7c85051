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

test('of a large job the rows are counted once a second, however many ask (F19)', async () => {
  const { counted, sentOf } = count(1001)
  expect([await sentOf(), await sentOf(), await sentOf()]).toEqual([1, 1, 1])
  vi.advanceTimersByTime(999)
  expect(await sentOf()).toBe(1)
  vi.advanceTimersByTime(1)
  expect([await sentOf(), await sentOf()]).toEqual([2, 2])
  expect(counted).toHaveLength(2)
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
