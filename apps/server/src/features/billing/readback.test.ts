import { expect, test } from 'vitest'
import { coalesce } from './readback.ts'

/** Work that ends when told; `runs` has one entry for each start. */
function controlled() {
  const runs: { key: string; end: PromiseWithResolvers<string> }[] = []
  const call = coalesce((key) => {
    const end = Promise.withResolvers<string>()
    runs.push({ key, end })
    return end.promise
  })
  return { runs, call }
}
const settle = () => new Promise(setImmediate)

test('calls during a run share the next run, which starts afterwards', async () => {
  const { runs, call } = controlled()
  const first = call('a')
  const later = Array.from({ length: 60 }, () => call('a'))
  await settle()
  expect(runs).toHaveLength(1)
  runs[0]!.end.resolve('old')
  await settle()
  expect(runs).toHaveLength(2)
  runs[1]!.end.resolve('new')
  expect(await first).toBe('old')
  expect(new Set(await Promise.all(later))).toEqual(new Set(['new']))
  await settle()
  void call('a')
  expect(runs).toHaveLength(3)
})

test('a failed run rejects its own callers only', async () => {
  const { runs, call } = controlled()
  const first = call('a')
  const second = call('a')
  runs[0]!.end.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await settle()
  runs[1]!.end.resolve('there')
  expect(await second).toBe('there')
})

test('keys do not wait for each other', () => {
  const { runs, call } = controlled()
  void call('a')
  void call('b')
  expect(runs.map(({ key }) => key)).toEqual(['a', 'b'])
})
