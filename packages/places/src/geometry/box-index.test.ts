import { expect, test } from 'vitest'
import { BoxIndex } from './box-index.ts'

/** Numbers that look random, the same in each run. */
function* numbers(): Generator<number> {
  for (let state = 12345; ; ) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    yield state / 0x7fffffff
  }
}

test.each([0, 1, 16, 17, 300, 5000])(
  'of %i boxes those around a point are found, in the order in which they came',
  (count) => {
    const random = numbers()
    const next = (from: number, to: number) => Math.floor(from + random.next().value! * (to - from))
    const index = new BoxIndex()
    const boxes = Array.from({ length: count }, () => {
      const [row, column] = [next(-9e8, 9e8), next(-18e8, 18e8)]
      const size = next(0, 1) + next(1, 40) ** 5
      return [Math.max(-9e8, row - size), row + 1, column, Math.min(18e8, column + 3 * size)] as const
    })
    for (const [number, box] of boxes.entries()) expect(index.add(...box)).toBe(number)
    for (let i = 0; i < 300; i++) {
      const corner = boxes[i % Math.max(1, count)]
      const [row, column] =
        i % 2 === 0 && corner !== undefined ? [corner[0], corner[3]] : [next(-9e8, 9e8), next(-18e8, 18e8)]
      const expected = boxes.flatMap(([minRow, maxRow, minColumn, maxColumn], number) =>
        row >= minRow && row <= maxRow && column >= minColumn && column <= maxColumn ? [number] : [],
      )
      expect(index.around(row, column)).toEqual(expected)
    }
  },
)
