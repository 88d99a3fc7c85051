import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { addressFailure, saveFailure } from './failures.ts'

test('a signature that fails before any call was not saved (SIG-23)', () => {
  expect(saveFailure(new TypeError('x is undefined'), true)).toBe('Failed to save signature')
})

test('a call that fails without words says what was being done (SIG-21, SIG-22)', () => {
  const silent = new ApiError(500, 'HTTP_500', '')
  expect(saveFailure(silent, true)).toBe('Failed to add signature')
  expect(saveFailure(silent, false)).toBe('Failed to update signature')
  expect(saveFailure(new ApiError(409, 'x', 'You have 100 signatures.'), true)).toBe(
    'You have 100 signatures.',
  )
})

test("a message with 'unique' becomes the screen's sentence, others stay (SIG-31, SIG-33)", () => {
  const say = (message: string) => addressFailure(new ApiError(409, 'x', message))
  expect(say('violates unique constraint')).toBe('This email ID is already in use. Please choose another.')
  expect(say('This email ID is reserved.')).toBe('This email ID is reserved.')
  expect(say('')).toBe('Failed to update return email ID')
})
