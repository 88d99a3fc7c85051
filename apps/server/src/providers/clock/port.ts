/** The time. Nothing else in the product asks the system for it. */
export interface Clock {
  now(): Date
}

/** The moment as it is stored and sent: ISO 8601 in UTC. */
export const isoNow = (clock: Clock): string => clock.now().toISOString()
