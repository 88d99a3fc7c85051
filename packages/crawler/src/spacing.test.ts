import { expect, test } from 'vitest'
import { createMemorySpacing } from './spacing.ts'

test('reservations of a key are one interval apart, keys are independent', async () => {
  let now = 1000
  const spacing = createMemorySpacing(() => now)
  expect(await spacing.reserve(['a'], 500)).toBe(0)
  expect(await spacing.reserve(['a'], 500)).toBe(500)
  expect(await spacing.reserve(['b'], 500)).toBe(0)
  now = 2100
  expect(await spacing.reserve(['a'], 500)).toBe(0)
})

test('several keys wait for the latest', async () => {
  const spacing = createMemorySpacing(() => 0)
  await spacing.reserve(['domain'], 300)
  expect(await spacing.reserve(['host', 'domain'], 300)).toBe(300)
  expect(await spacing.reserve(['host'], 300)).toBe(600)
})
