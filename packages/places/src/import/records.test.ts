import { expect, test } from 'vitest'
import { Records } from './records.ts'

test('of records asked for in any order those that memory does not hold come back out of the file as they were', () => {
  const records = new Records<{ name: string; level: number | undefined }>(16)
  const record = (number: number) => ({
    name: `Ümlaut ☕ ${number} ${'x'.repeat(number === 500 ? 100_000 : number % 700)}`,
    level: number % 3 === 0 ? undefined : number,
  })
  for (let number = 0; number < 1000; number++) expect(records.push(record(number))).toBe(number)
  for (let i = 0; i < 3000; i++) expect(records.get((i * 481) % 1000)).toEqual(record((i * 481) % 1000))
  // More may follow after some were asked for.
  expect(records.push(record(1000))).toBe(1000)
  for (const number of [1000, 999, 0, 0, 500, 1000]) expect(records.get(number)).toEqual(record(number))
  expect(records.length).toBe(1001)
  records.close()
})

test('few records stay in memory, each the object that it was', () => {
  const records = new Records<{ name: string }>(16)
  const first = { name: 'first' }
  records.push(first)
  for (let number = 1; number < 16; number++) records.push({ name: String(number) })
  expect(records.get(0)).toBe(first)
  records.close()
})
