import { expect, test } from 'vitest'
import { readOnce, readWhole } from '../src/shared-pieces.ts'

test('a piece that many messages share is read once, and one of its own for each', () => {
  let reads = 0
  const read = readOnce((piece) => {
    reads += 1
    return piece.toUpperCase()
  })
  const messages = Array.from({ length: 100 }, (_, n) => ['the frame', `dear ${n}`])
  expect(messages.map((pieces) => pieces.map(read).join())).toEqual(
    Array.from({ length: 100 }, (_, n) => `THE FRAME,DEAR ${n}`),
  )
  expect(reads).toBe(101)
})

test('however many pieces there are, and however long, answers stay right and few are remembered', () => {
  let reads = 0
  const read = readOnce((piece) => {
    reads += 1
    return piece.length
  })
  for (let n = 0; n < 5000; n++) expect(read(`x${n}`)).toBe(`x${n}`.length)
  expect(read('x0')).toBe(2)
  expect(reads).toBe(5001)
  const long = 'y'.repeat(10_000)
  expect([read(long), read(long)]).toEqual([10_000, 10_000])
  expect(reads).toBe(5003)
})

test('what is longer than wanted, and half a character, is read each time', () => {
  let reads = 0
  const read = readOnce(
    (piece) => {
      reads += 1
      return [...piece].map((character) => character.codePointAt(0))
    },
    { pieces: 2, length: 5 },
  )
  expect([read('\ud83d'), read('\ufffd'), read('\ud83d')]).toEqual([[0xd83d], [0xfffd], [0xd83d]])
  expect(reads).toBe(3)
  expect([read('123456'), read('123456')].map((read) => read.length)).toEqual([6, 6])
  expect(reads).toBe(5)
  for (const piece of ['a', 'b', 'c', 'c', 'b', 'a']) read(piece)
  expect(reads).toBe(9)
})

test('the last whole texts are remembered, told apart to the last character, and no more than sixteen', () => {
  let reads = 0
  const read = readWhole((text) => {
    reads += 1
    return { text }
  })
  const texts = Array.from({ length: 16 }, (_, n) => `${'same '.repeat(500)}${n}`)
  for (const text of [...texts, ...texts]) expect(read(`${text}`).text).toBe(text)
  expect(reads).toBe(16)
  expect([read('\ud83d').text, read('\ufffd').text]).toEqual(['\ud83d', '\ufffd'])
  expect(read(texts[0]!).text).toBe(texts[0])
  expect(reads).toBe(19)
  const long = 'y'.repeat(60_000)
  expect([read(long).text, read(long).text]).toEqual([long, long])
  expect(reads).toBe(21)
})
