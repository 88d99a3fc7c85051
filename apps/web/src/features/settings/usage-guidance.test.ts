import { expect, test } from 'vitest'
import { usageGuidance } from './usage-guidance.ts'

test.each([
  [{ tokens: 0, tokens_enabled: false }, 'Buy tokens'],
  [{ tokens: 0, tokens_enabled: true }, 'Buy tokens'],
  [{ tokens: 3, tokens_enabled: false }, 'Enable tokens'],
  [{ tokens: 3, tokens_enabled: true }, undefined],
])('at the limit, %j leads to %s', (tokens, label) => {
  expect(usageGuidance(tokens).link?.label).toBe(label)
})
