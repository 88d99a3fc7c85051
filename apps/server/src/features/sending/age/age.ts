import { DEFAULT_AGE_HOURS } from '@goldpan/contract/campaign-age'
import type { OwnerId } from '../../../db/owner.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import { causeOf, isTooOld, tooOldReason } from '../sending.rules.ts'
import type { JobRow } from '../sending.store.ts'
import type { SendingParts } from '../sending.ts'
import * as store from './age.store.ts'

/** A job is written down as looked at no more often than this. */
const LOOK_MS = 60_000

/** Mail that an outage has made too old is shown and not sent. */
export function createAge({ db, clock, campaigns, usage }: SendingParts) {
  async function expire(owner: OwnerId, job: JobRow, hours: number): Promise<void> {
    const at = isoNow(clock)
    await db.transaction(async (tx) => {
      const locked = await store.lockActiveJob(owner, tx, job.id)
      // Another worker was here first.
      if (!locked || !isTooOld(locked, hours, clock.now())) return
      const end = { reason: tooOldReason(hours), finished_at: at }
      for (const row of await store.expireWaiting(owner, tx, job.id, end))
        await usage.refund(tx, owner, causeOf(row.id), `Not sent to ${row.email}`)
      await store.markLooked(owner, tx, job.id, { at, before: at })
    })
  }

  return {
    /**
     * Before messages are claimed. After an outage that outlasted the campaign's age everything that waits ends; time
     * in which messages wait by plan, for a window or a daily limit, is no outage. Answers whether to go on.
     */
    async check(owner: OwnerId, job: JobRow): Promise<boolean> {
      const campaign = await campaigns.findCampaign(owner, job.campaign_id)
      const hours = campaign?.max_age_hours ?? DEFAULT_AGE_HOURS
      if (isTooOld(job, hours, clock.now())) {
        await expire(owner, job, hours)
        return false
      }
      const before = new Date(clock.now().getTime() - LOOK_MS).toISOString()
      if (job.looked_at === null || job.looked_at <= before)
        await store.markLooked(owner, db, job.id, { at: isoNow(clock), before })
      return true
    },
  }
}

export type Age = ReturnType<typeof createAge>
