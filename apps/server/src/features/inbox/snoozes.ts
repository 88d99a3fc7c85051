import { SNOOZE_MAX_DAYS } from '@goldpan/contract/inbox'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import * as store from './snoozes.store.ts'

export const wakeSnoozedJob = defineJob({
  name: 'wake-snoozed',
  payload: z.object({}),
  every: { seconds: 2, payload: {} },
})

export interface SnoozesDeps {
  db: Database
  clock: Clock
  /** When a day ('YYYY-MM-DD') opens by the owner's pace. */
  openingOf: (owner: OwnerId, day: string) => Promise<string>
  /** The day ('YYYY-MM-DD') that it is in the zone of the owner's pace. */
  todayOf: (owner: OwnerId) => Promise<string>
}

const DAY_MS = 86_400_000
const BATCH = 5000

const scope = systemScope('conversations of all owners wake at their moment')

/** Snoozed conversations: until when, and their waking. */
export function createSnoozes({ db, clock, openingOf, todayOf }: SnoozesDeps) {
  return {
    /** The moment of a day or a moment as users give it. Refuses what isn't ahead, or more than a year. */
    async readUntil(owner: OwnerId, until: string | undefined): Promise<string> {
      const now = clock.now().getTime()
      const isDay = z.iso.date().safeParse(until).success
      const isMoment = z.iso.datetime({ offset: true }).safeParse(until).success
      if (until === undefined || !(isDay || isMoment)) return refuse('inbox.snooze_past')
      const at = new Date(isDay ? await openingOf(owner, until) : until)
      const daysAhead = isDay
        ? (Date.parse(until) - Date.parse(await todayOf(owner))) / DAY_MS
        : (at.getTime() - now) / DAY_MS
      return at.getTime() > now && daysAhead <= SNOOZE_MAX_DAYS
        ? at.toISOString()
        : refuse('inbox.snooze_past')
    },

    async wake(signal: AbortSignal): Promise<void> {
      while (!signal.aborted)
        if ((await store.wakeDue(db, scope, { at: isoNow(clock), limit: BATCH })) < BATCH) return
    },
  }
}

export type Snoozes = ReturnType<typeof createSnoozes>
