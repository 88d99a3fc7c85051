import type { AddressVerifier } from '@goldpan/crawler'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import * as store from './prospects.store.ts'

/** New prospects show a result within seconds. */
export const addressChecksJob = defineJob({
  name: 'address-checks',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

export interface AddressChecksDeps {
  db: Database
  clock: Clock
  /** Real time, for leases and DNS records: the world outside doesn't follow the demo clock. */
  systemClock: Clock
  verifier: AddressVerifier
}

const scope = systemScope('addresses of all owners are looked up')
const BATCH = 20
const MINUTE_MS = 60_000
/** An address whose worker died is claimed again after this. */
const CLAIM_MS = 5 * MINUTE_MS
/** Domains and mail servers change slowly. If nobody answered, the check is repeated sooner. */
const KEEP_MS = 30 * 24 * 60 * MINUTE_MS
const KEEP_UNKNOWN_MS = 60 * MINUTE_MS

/** Checks in the background if the domains of prospects' addresses accept mail. Sends nothing. */
export function createAddressChecks({ db, clock, systemClock, verifier }: AddressChecksDeps) {
  const after = (ms: number) => new Date(systemClock.now().getTime() + ms).toISOString()

  async function check(address: { id: string; email: string }): Promise<void> {
    const { result, reasons } = await verifier.verify(address.email)
    await store.setCheck(db, scope, address, {
      address_check: result,
      address_reasons: reasons,
      address_checked_at: isoNow(clock),
      address_check_due_at: after(result === 'unknown' ? KEEP_UNKNOWN_MS : KEEP_MS),
    })
  }

  return {
    /** Runs until none is due. New and changed addresses are due immediately. */
    async checkDue(signal?: AbortSignal): Promise<void> {
      while (!signal?.aborted) {
        const claim = { now: isoNow(systemClock), again_at: after(CLAIM_MS), limit: BATCH }
        const due = await store.claimDueChecks(db, scope, claim)
        if (due.length === 0) return
        await Promise.all(due.map(check))
      }
    },
  }
}
