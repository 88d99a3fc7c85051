import { expect, test } from 'vitest'
import { Buckets } from './buckets.ts'

test('few records are one list, in the order in which they came', () => {
  const buckets = new Buckets<string>(3)
  for (const [number, text] of ['a', 'b', 'c'].entries()) buckets.push(number * 7, text)
  expect([...buckets.lists()]).toEqual([['a', 'b', 'c']])
  buckets.close()
})

test('of many records those of one number are in one list, in the order in which they came', () => {
  const buckets = new Buckets<{ number: number; text: string }>(10)
  const records = Array.from({ length: 20_000 }, (_, index) => ({
    number: (index * 7919) % 3001,
    text: `Ümlaut ☕ ${index} ${'x'.repeat(index === 500 ? 10_000 : 0)}`,
  }))
  for (const record of records) buckets.push(record.number, record)
  const lists = [...buckets.lists()]
  expect(lists.length).toBeGreaterThan(100)
  expect(Math.max(...lists.map((list) => list.length))).toBeLessThan(1000)
  const byNumber = Map.groupBy(records, ({ number }) => number)
  for (const list of lists)
    for (const [number, found] of Map.groupBy(list, (record) => record.number)) {
      expect(found).toEqual(byNumber.get(number))
      byNumber.delete(number)
    }
  expect(byNumber.size).toBe(0)
  buckets.close()
})
