import { expect, test } from 'vitest'
import { HashSet } from './hash-set.ts'

test('each hash is new once, however many there are', () => {
  const set = new HashSet()
  const known = new Set<number>()
  for (let i = 0; i < 20_000; i++) {
    const hash = ((i % 7001) * 1_286_608_618_559) % 2 ** 53
    expect(set.add(hash)).toBe(!known.has(hash))
    known.add(hash)
  }
  for (const edge of [0, 2 ** 53 - 2]) {
    expect(set.add(edge)).toBe(edge !== 0)
    expect(set.add(edge)).toBe(false)
  }
})
