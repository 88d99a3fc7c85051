import { expect, test } from 'vitest'
import { createTurns, shares } from './turns.ts'

test('free places go to the owner who has the fewest messages under way, and within an owner in order', () => {
  const turns = createTurns<{ owner_id: string; n: number }>()
  turns.add([1, 2, 3, 4].map((n) => ({ owner_id: 'large', n })))
  const first = [turns.begin()!, turns.begin()!]
  turns.add([1, 2].map((n) => ({ owner_id: 'small', n })))
  expect([turns.begin(), turns.begin()]).toEqual([
    { owner_id: 'small', n: 1 },
    { owner_id: 'small', n: 2 },
  ])
  turns.end(first[0]!)
  expect(turns.begin()).toEqual({ owner_id: 'large', n: 3 })
  expect(turns.clear()).toEqual([{ owner_id: 'large', n: 4 }])
  expect([turns.begin(), turns.size()]).toEqual([undefined, 0])
})

test('a line that is filled up again and again stays in order, and the longest waiting of all owners come next', () => {
  const turns = createTurns<{ owner_id: string; n: number }>()
  const taken: number[] = []
  for (let n = 0; n < 1000; n++) {
    turns.add([{ owner_id: 'large', n: 2 * n }])
    if (n > 5) {
      const row = turns.begin()!
      taken.push(row.n)
      turns.end(row)
    }
  }
  expect(taken).toEqual(Array.from({ length: 994 }, (_, n) => 2 * n))
  turns.add([{ owner_id: 'small', n: 2000 }])
  expect(turns.listNext(3).map(({ n }) => n)).toEqual([1988, 1990, 1992])
  expect(turns.listNext(100).map(({ n }) => n)).toEqual([1988, 1990, 1992, 1994, 1996, 1998, 2000])
  expect(turns.size()).toBe(7)
})

test('room is shared between owners first, and then between the campaigns of each', () => {
  const [large, small] = [{ owner_id: 'large' }, { owner_id: 'small' }]
  const shareOf = shares([large, large, large, small], 24)
  expect([shareOf(large), shareOf(small)]).toEqual([4, 12])
  expect(shares([large], 25)(large)).toBe(25)
})
