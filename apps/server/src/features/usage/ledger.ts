import type { Db } from '../../db/database.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as store from './usage.store.ts'

/** Refunds, purchases and grants. Each row has a unique cause, so repeating a call changes nothing. */
export function createLedger(clock: Clock) {
  /** Refunds booked units as separate rows, each once. Ignores unknown causes. */
  async function refundEach(tx: Db, owner: OwnerId, causes: string[], note: string): Promise<void> {
    if (causes.length === 0) return
    for (const payer of await store.listPayers(tx, owner, causes)) await store.lockLedger(tx, asOwner(payer))
    await store.refundUnits(tx, owner, { causes, note, at: isoNow(clock) })
  }

  return {
    refundEach,

    refund: (tx: Db, owner: OwnerId, cause: string, note: string) => refundEach(tx, owner, [cause], note),

    /** `cause` is `payment:<id>`, or names a grant by the operator. False if it was added before. */
    async addTokens(
      tx: Db,
      owner: OwnerId,
      {
        cause,
        tokens,
        kind,
        paymentId,
        note,
      }: { cause: string; tokens: number; kind: 'purchase' | 'grant'; paymentId?: string; note?: string },
    ): Promise<boolean> {
      await store.lockLedger(tx, owner)
      if ((await store.findEntries(tx, owner, [cause])).length > 0) return false
      await store.appendEntry(tx, owner, {
        spender_id: owner,
        cause,
        kind,
        tokens,
        payment_id: paymentId,
        note,
        created_at: isoNow(clock),
      })
      return true
    },

    /** Takes tokens of a returned payment back, down to a balance of 0. Returns how many. */
    async takeTokens(
      tx: Db,
      owner: OwnerId,
      { cause, tokens, paymentId, note }: { cause: string; tokens: number; paymentId: string; note: string },
    ): Promise<number> {
      await store.lockLedger(tx, owner)
      if ((await store.findEntries(tx, owner, [cause])).length > 0) return 0
      const taken = Math.min(tokens, await store.readTokens(tx, owner))
      if (taken === 0) return 0
      await store.appendEntry(tx, owner, {
        spender_id: owner,
        cause,
        kind: 'refund',
        tokens: -taken,
        payment_id: paymentId,
        note,
        created_at: isoNow(clock),
      })
      return taken
    },
  }
}
