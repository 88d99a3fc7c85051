/** The only source of the current time. */
export interface Clock {
  now(): Date
}

/** The current time as stored and sent: ISO 8601 in UTC. */
export const isoNow = (clock: Clock): string => clock.now().toISOString()
