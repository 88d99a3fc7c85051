import { expect, test } from 'vitest'
import { forUsers, startCrowd } from './parallel-calls.ts'

test('60 concurrent calls of any route by one account leave others a response within a second', async () => {
  const attack = await startCrowd('account')
  expect(await attack(forUsers)).toEqual([])
}, 600_000)

test('60 concurrent calls of any route by members of an organization leave others a response within a second', async () => {
  const attack = await startCrowd('organization')
  expect(await attack(forUsers)).toEqual([])
}, 600_000)
