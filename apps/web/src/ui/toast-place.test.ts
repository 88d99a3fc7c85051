import { expect, test } from 'vitest'
import { type Box, shiftToClear } from './toast-place.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

const desktop = { up: true, height: 900 }
const phone = { up: false, height: 800 }
const toast = box(232, 832, 384, 52)

test('a toast that covers nothing stays at the bottom (E6)', () => {
  expect(shiftToClear(toast, [box(700, 840, 200, 40)], desktop)).toBe(0)
})

test('a toast goes above the selection bar that it would meet, and above what is there (E6)', () => {
  const bar = box(500, 840, 400, 46)
  const shift = shiftToClear(toast, [bar], desktop)!
  expect(toast.bottom - shift).toBeLessThan(bar.top)
  const button = box(240, toast.top - shift + 10, 100, 32)
  expect(toast.bottom - shiftToClear(toast, [bar, button], desktop)!).toBeLessThan(button.top)
})

test('on phones a toast goes below the bars (E27)', () => {
  const small = box(16, 16, 328, 60)
  const shift = shiftToClear(small, [box(0, 0, 360, 52), box(0, 52, 360, 60)], phone)!
  expect(small.top + shift).toBeGreaterThan(112)
})

test('a toast without a free place is told so', () => {
  expect(shiftToClear(toast, [box(0, 0, 1440, 900)], desktop)).toBeNull()
})
