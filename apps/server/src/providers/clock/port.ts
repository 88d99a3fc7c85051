/**
 * The only source of the current time. Where a feature has both, `clock` is product time, which the demo clock moves
 * ahead, and `systemClock` is the system's.
 */
export interface Clock {
  now(): Date
}

export interface ClockReading {
  now: Date
  /** How far product time is ahead of the system's. */
  offset_seconds: number
}

/** Product time while mail goes to the built-in outbox: the system's time plus an offset that only grows. */
export interface DemoClock extends Clock {
  read(): ClockReading
  /** Moves the clock of all processes ahead. Null if it would be too far. */
  advance(seconds: number): Promise<ClockReading | null>
  /** Follows jumps of other processes, and calls `onJump` after each one, of this process too. */
  follow(onJump: () => void): void
  stop(): void
}

/** The current time as stored and sent: ISO 8601 in UTC. */
export const isoNow = (clock: Clock): string => clock.now().toISOString()
