import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

const ADA = ['Ada', 'Lovelace', 'ada.lovelace@shop.example']

test.each([
  ['nothing', '', 0],
  ['one word of everybody’s', 'password', 1],
  ['one with look-alikes, a year and a sign', 'P@ssw0rd2024!', 1],
  ['the same sign', 'aaaaaaaaaaaaaaaa', 1],
  ['a row', 'abcdefghijkl', 1],
  ['keys beside each other', 'qwertyuiop', 1],
  ['digits in order', '1234567890', 1],
  ['one’s own name and year', 'Lovelace1815', 1],
  ['one’s own address', 'ada.lovelace@shop', 1],
  ['a piece again and again', 'kieskieskieskies', 1],
  ['one word', 'hippopotamus', 1],
  ['eight signs of chance', 'xK9#vTq2', 2],
  ['two words and a digit', 'sieve-and-gravel-7', 3],
  ['four words', 'correct horse battery staple', 4],
  ['sixteen signs of chance', 'xK9#vTq2!mZp7Ld4', 4],
] as const)('%s (%s) has the strength %i', (_, password, strength) => {
  expect(strengthOf(password, ADA)).toBe(strength)
})

test('what is added never makes a password weaker, and the longest one costs no time to speak of', () => {
  const long = 'sieve-and-gravel-7 '.repeat(10)
  let last = 0
  for (let length = 1; length <= long.length; length++) {
    const strength = strengthOf(long.slice(0, length))
    expect(strength).toBeGreaterThanOrEqual(last)
    last = strength
  }
})
