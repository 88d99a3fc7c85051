import { expect, test } from 'vitest'
import { webAddress } from '../../lib/hosted-page.ts'
import { shortReference, signedAmount } from './transaction-text.ts'

test('a reference is the first 8 characters of the payment id and an ellipsis, or a dash (TOKEN-18)', () => {
  expect(shortReference('pi_3Mtw2LkdIwHu7ix0')).toBe('pi_3Mtw2…')
  expect(shortReference(null)).toBe('–')
  expect(shortReference('')).toBe('–')
})

test('amounts always carry their sign', () => {
  expect([signedAmount(1500), signedAmount(-1)]).toEqual(['+1,500', '-1'])
})

test('only web addresses are gone to', () => {
  expect(webAddress('https://checkout.stripe.com/c/pay/cs_1')).toBe('https://checkout.stripe.com/c/pay/cs_1')
  expect([webAddress('javascript:alert(1)'), webAddress('/settings'), webAddress(undefined)]).toEqual([
    null,
    null,
    null,
  ])
})
