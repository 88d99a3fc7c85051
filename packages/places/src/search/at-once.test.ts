import { expect, test } from 'vitest'
import { atOnce } from './at-once.ts'

test('no more than so many run at a time, in the order in which they came, and a failure frees its place', async () => {
  const inTurn = atOnce(2)
  const started: number[] = []
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const all = Array.from({ length: 6 }, (_, index) =>
    inTurn(async () => {
      started.push(index)
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
      if (index === 1) throw new Error('broken')
      return index
    }),
  )
  const settled = Promise.allSettled(all)
  for (let ended = 0; ended < 6; ended++) {
    while (ends.length === 0) await Promise.resolve()
    ends.shift()!()
  }
  const outcomes = await settled
  expect(outcomes.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1)
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
})
