import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('the room of one that ended while it waited for it goes to the next (F1)', async () => {
  const places = createPlaces(1)
  const [first, broken, last] = [places.take(), places.take(), places.take()]
  await first.enterDoubt()
  first.noteMark()
  const waits = broken.enterDoubt()
  broken.end()
  let isIn = false
  const enters = last.enterDoubt().then(() => {
    isIn = true
  })
  await Promise.resolve()
  expect(isIn).toBe(false)
  first.end()
  await Promise.all([waits, enters])
  expect(isIn).toBe(true)
  last.end()
  expect(places.isAnyTaken()).toBe(false)
  expect(places.isFree()).toBe(true)
})
