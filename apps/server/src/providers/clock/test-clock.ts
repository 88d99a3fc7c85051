import type { Clock } from './port.ts'

export interface TestClock extends Clock {
  advance(ms: number): void
  set(at: string): void
}

/** A clock that only moves when told to. */
export function createTestClock(start = '2026-03-02T09:00:00.000Z'): TestClock {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms
    },
    set: (iso) => {
      at = new Date(iso).getTime()
    },
  }
}
