import type { AddressVerifier } from '@goldpan/crawler'
import type { Database } from '../../../db/database.ts'
import { systemScope } from '../../../db/owner.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import * as store from './address-checks.store.ts'

export interface AddressChecksDeps {
  db: Database
  clock: Clock
  verifier: AddressVerifier
}

const scope = systemScope('addresses of all owners are looked up')
const AT_ONCE = 20
const MINUTE_MS = 60_000
/** A claimed address comes up again then, should its worker die. */
const CLAIM_MS = 5 * MINUTE_MS
/** Domains change hands and mail servers slowly; where nobody answered, sooner. */
const KEEP_MS = 30 * 24 * 60 * MINUTE_MS
const KEEP_UNKNOWN_MS = 60 * MINUTE_MS

/** Looks up, in the background, whether the domains of prospects' addresses take mail. Nothing is sent. */
export function createAddressChecks({ db, clock, verifier }: AddressChecksDeps) {
  const after = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

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
    /** Until none is due: those of new and changed prospects at once, the others when their time has come. */
    async checkDue(signal?: AbortSignal): Promise<void> {
      while (!signal?.aborted) {
        const claim = { now: isoNow(clock), again_at: after(CLAIM_MS), limit: AT_ONCE }
        const due = await store.claimDue(db, scope, claim)
        if (due.length === 0) return
        await Promise.all(due.map(check))
      }
    },
  }
}

export type AddressChecks = ReturnType<typeof createAddressChecks>
