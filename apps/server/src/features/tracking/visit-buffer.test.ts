import { expect, test } from 'vitest'
import { createVisitBuffer } from './visit-buffer.ts'

function start(write: (batch: number[]) => Promise<void>) {
  const errors: unknown[] = []
  const buffer = createVisitBuffer({ write, onError: (error) => errors.push(error), waitMs: 3_600_000 })
  return { ...buffer, errors }
}

test('10,000 concurrent visits are all written, in batches', async () => {
  const written: number[] = []
  const sizes: number[] = []
  const { add, flush } = start(async (batch) => {
    sizes.push(batch.length)
    written.push(...batch)
  })
  const visits = Array.from({ length: 10_000 }, (_, n) => n)
  visits.forEach(add)
  await flush()
  expect(written).toEqual(visits)
  expect(Math.max(...sizes)).toBe(1000)
})

test('while writes fail, 50,000 visits are kept and further ones dropped', async () => {
  let isAway = true
  let written = 0
  const { add, flush, errors } = start(async (batch) => {
    if (isAway) throw new Error('Connection terminated')
    written += batch.length
  })
  for (let n = 0; n < 60_000; n++) add(n)
  await flush()
  expect(errors).toHaveLength(1)
  isAway = false
  await flush()
  expect(written).toBe(50_000)
})
