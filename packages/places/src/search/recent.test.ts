import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('what is asked for again is kept, what is not is forgotten', () => {
  const recent = new Recent<string, number>(4)
  recent.set('often', 1)
  recent.set('once', 2)
  for (let n = 0; n < 10; n++) {
    recent.set(`new ${n}`, n)
    expect(recent.get('often')).toBe(1)
  }
  expect(recent.get('once')).toBeUndefined()
  expect(recent.get('new 9')).toBe(9)
  recent.clear()
  expect(recent.get('often')).toBeUndefined()
})

test('no more than so many are kept', () => {
  const recent = new Recent<number, number>(100)
  for (let n = 0; n < 1000; n++) recent.set(n, n)
  let known = 0
  for (let n = 0; n < 1000; n++) if (recent.get(n) !== undefined) known += 1
  expect(known).toBeGreaterThanOrEqual(50)
  expect(known).toBeLessThanOrEqual(100)
})
