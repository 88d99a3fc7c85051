import { afterEach, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { hideLimitReached, limitReachedStore, showIfLimitReached } from './limit-reached.ts'

afterEach(hideLimitReached)

const refusal = (status: number, body: Record<string, unknown>) =>
  new ApiError(status, String(body.code ?? ''), 'No', body)

test('a 403 with LIMIT_REACHED opens the modal for its usage type (USAGE-18)', () => {
  const error = refusal(403, { code: 'LIMIT_REACHED', usage_type: 'emails_sent', needed: 12 })
  expect(showIfLimitReached(error)).toBe(true)
  expect(limitReachedStore.get()).toEqual({ usageType: 'emails_sent', needed: 12 })
})

test.each([
  refusal(403, { code: 'request.foreign_origin' }),
  refusal(409, { code: 'LIMIT_REACHED', usage_type: 'emails_sent' }),
  refusal(403, { code: 'LIMIT_REACHED', usage_type: 'coffee' }),
  new Error('LIMIT_REACHED'),
])('any other error does not open it (USAGE-18): %s', (error) => {
  expect(showIfLimitReached(error)).toBe(false)
  expect(limitReachedStore.get()).toBeNull()
})
