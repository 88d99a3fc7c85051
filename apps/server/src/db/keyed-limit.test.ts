import { expect, test } from 'vitest'
import { createKeyedLimit } from './keyed-limit.ts'

const settle = () => new Promise(setImmediate)

test('two at a time run for a key, the others in their order', async () => {
  const { run } = createKeyedLimit(2)
  const started: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const all = ends.map((end, n) =>
    run('a', () => {
      started.push(n)
      return end.promise
    }),
  )
  await settle()
  expect(started).toEqual([0, 1])
  ends[1]!.resolve()
  await settle()
  expect(started).toEqual([0, 1, 2])
  for (const end of ends) end.resolve()
  await Promise.all(all)
  expect(started).toEqual([0, 1, 2, 3, 4])
})

test('keys do not wait for each other', async () => {
  const limit = createKeyedLimit(1)
  await limit.acquire('a')
  expect(await limit.run('b', async () => 'done')).toBe('done')
})

test('work that fails frees its slot, and freeing twice frees one', async () => {
  const limit = createKeyedLimit(1)
  await expect(limit.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const free = await limit.acquire('a')
  const second = limit.acquire('a')
  let isThirdIn = false
  void limit.acquire('a').then(() => {
    isThirdIn = true
  })
  free()
  free()
  await second
  await settle()
  expect(isThirdIn).toBe(false)
})
