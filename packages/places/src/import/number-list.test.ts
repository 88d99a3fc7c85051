import { expect, test } from 'vitest'
import { NumberList } from './number-list.ts'

const CHUNK = 1 << 18

test('a list longer than memory holds is read as it was written, across the parts that wait in a file', () => {
  const list = new NumberList<Int32Array>(Int32Array, 2)
  const written = Int32Array.from({ length: 5 * CHUNK + 7 }, (_, index) => index * 3 - 1)
  const starts: number[] = []
  for (let at = 0; at < written.length; at += 100_001)
    starts.push(list.append(written.subarray(at, at + 100_001)))
  expect(starts.slice(0, 3)).toEqual([0, 100_001, 200_002])
  expect(list.length).toBe(written.length)
  for (const [start, count] of [
    [0, 10],
    [CHUNK - 3, 9],
    [CHUNK, CHUNK],
    [10, 3 * CHUNK],
    [4 * CHUNK - 5, CHUNK + 12],
    [written.length - 1, 1],
    [7, 0],
  ] as const)
    expect(Buffer.from(list.read(start, count).slice().buffer).equals(bytesOf(written, start, count))).toBe(
      true,
    )
  list.close()
})

function bytesOf(numbers: Int32Array, start: number, count: number): Buffer {
  return Buffer.from(numbers.slice(start, start + count).buffer)
}
