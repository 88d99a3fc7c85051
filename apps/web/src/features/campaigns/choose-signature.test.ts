import { expect, test } from 'vitest'
import { chooseSignature } from './choose-signature.ts'

const a = { id: 'a', is_default: false }
const b = { id: 'b', is_default: true }

test('the only signature is chosen when none is (SIG-03)', () => {
  expect(chooseSignature(null, [a])).toBe('a')
})

test('of several the default one is chosen when none is (SIG-04)', () => {
  expect(chooseSignature(null, [a, b])).toBe('b')
})

test('a chosen one stays, and nothing is chosen where there is nothing to choose', () => {
  expect(chooseSignature('a', [a, b])).toBe('a')
  expect(chooseSignature('gone', [a, b])).toBe('b')
  expect(chooseSignature(null, [a, { ...b, is_default: false }])).toBeNull()
  expect(chooseSignature(null, [])).toBeNull()
})
