import { expect, test } from 'vitest'
import { createAhead } from './ahead.ts'

function createTimed(concurrency: number) {
  let now = 0
  const ahead = createAhead(concurrency, () => now)
  return {
    ahead,
    /** So many messages, evenly over the time. */
    pass(ms: number, messages: number) {
      for (let n = 0; n < messages; n++) {
        now += ms / messages
        ahead.note()
      }
    },
    wait(ms: number) {
      now += ms
    },
  }
}

test('a worker claims ahead what it hands over in a quarter of a second, and five times its places at least', () => {
  const { ahead, pass, wait } = createTimed(5)
  expect(ahead.most()).toBe(25)
  pass(500, 400)
  expect(ahead.most()).toBeGreaterThan(180)
  expect(ahead.most()).toBeLessThan(220)
  pass(1000, 5000)
  expect(ahead.most()).toBe(250)
  wait(1000)
  expect(ahead.most()).toBe(25)
})
