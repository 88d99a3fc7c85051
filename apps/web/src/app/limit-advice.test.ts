import { expect, test } from 'vitest'
import { adviceOfOthers, limitAdvice } from './limit-advice.ts'

test('without tokens the modal offers to buy some', () => {
  expect(limitAdvice({ tokens: 0, tokens_enabled: true })).toEqual({
    text: 'Buy tokens to continue without waiting for your limit to reset, or upgrade your plan.',
    action: { label: 'Buy Tokens', to: '/settings?tab=tokens&showPurchase=true' },
  })
})

test('with tokens that are switched off it offers to enable them', () => {
  expect(limitAdvice({ tokens: 5, tokens_enabled: false })).toEqual({
    text: 'Enable tokens in settings to continue without waiting for your limit to reset.',
    action: { label: 'Enable Tokens', to: '/settings?tab=tokens' },
  })
})

test('with usable tokens it says that they are used, or that they are not enough', () => {
  const usable = { tokens: 5, tokens_enabled: true }
  expect(limitAdvice(usable).text).toBe(
    'Tokens will be used automatically for further use until your limit resets.',
  )
  expect(limitAdvice(usable, { needed: 12 }).text).toBe(
    'Tokens will be used automatically, but the 5 you have are not enough for the 12 still needed.',
  )
})

test('a member of an organization is told whose plan it is', () => {
  const { text, action } = adviceOfOthers('Ada Pan')
  expect(text).toContain('counts toward the plan of Ada Pan')
  expect(action).toBeUndefined()
})
