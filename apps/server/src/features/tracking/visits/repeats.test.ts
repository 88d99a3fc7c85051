import { expect, test } from 'vitest'
import { createRepeats } from './repeats.ts'

const reader = { userAgent: 'a reader', purpose: null }
const other = { userAgent: 'another reader', purpose: null }

test('the same program that asks again for the same picture within seconds looks at it once', () => {
  const repeats = createRepeats()
  expect(repeats.has('one', reader, 0)).toBe(false)
  repeats.add('one', reader)
  expect(repeats.has('one', reader, 9000)).toBe(true)
  expect(repeats.has('two', reader, 9000)).toBe(false)
  expect(repeats.has('one', other, 9000)).toBe(false)
  expect(repeats.has('one', { ...reader, purpose: 'prefetch' }, 9000)).toBe(false)
  expect(repeats.has('one', { ...reader, method: 'HEAD' }, 9000)).toBe(false)
  repeats.forget('one')
  expect(repeats.has('one', reader, 9000)).toBe(false)
})

test('a picture that is loaded again later is another look, also when the clock is set back', () => {
  const repeats = createRepeats()
  repeats.has('one', reader, 0)
  repeats.add('one', reader)
  expect(repeats.has('one', reader, 25_000)).toBe(false)
  repeats.add('one', reader)
  expect(repeats.has('one', reader, 26_000)).toBe(true)
  expect(repeats.has('one', reader, 1000)).toBe(false)
})

test('a crowd of pictures does not grow without end', () => {
  const repeats = createRepeats()
  for (let n = 0; n < 200_000; n++) {
    repeats.has(String(n), reader, 0)
    repeats.add(String(n), reader)
  }
  expect(repeats.has('0', reader, 0)).toBe(false)
  expect(repeats.has('199999', reader, 0)).toBe(true)
})
