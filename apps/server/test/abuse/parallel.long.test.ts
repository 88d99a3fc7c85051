import { expect, test } from 'vitest'
import { forUsers, startCrowd } from './parallel-calls.ts'

test('60 calls of any route at once by one account leave the others their answers within a second', async () => {
  const attack = await startCrowd('account')
  expect(await attack(forUsers)).toEqual([])
}, 600_000)

test('60 calls of any route at once by the members of an organization leave the others their answers within a second', async () => {
  const attack = await startCrowd('organization')
  expect(await attack(forUsers)).toEqual([])
}, 600_000)
