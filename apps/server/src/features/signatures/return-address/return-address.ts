import { randomUUID } from 'node:crypto'
import { RETURN_ADDRESSES_MAX, type ReturnAddress } from '@goldpan/contract/signatures'
import type { Database, Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { findAddressFault, suggestAddresses } from './return-address.rules.ts'
import * as store from './return-address.store.ts'

export interface ReturnAddressesDeps {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'getUser'>
  replyDomain: string
}

const scope = systemScope('a return address belongs to one account of the installation')

export function createReturnAddresses({ db, clock, accounts, replyDomain }: ReturnAddressesDeps) {
  const toAnswer = (emailId: string): ReturnAddress => ({ emailId, reply_domain: replyDomain })

  async function give(owner: OwnerId, outer: Db): Promise<string> {
    const user = await accounts.getUser(outer, owner)
    return outer.transaction(async (tx) => {
      await store.lockAddresses(tx, owner)
      const given = await store.findCurrent(tx, owner)
      if (given !== null) return given
      for (const emailId of suggestAddresses(user))
        if (await store.takeAddress(tx, owner, emailId, isoNow(clock))) return emailId
      const unlike = `sender-${randomUUID()}`
      await store.takeAddress(tx, owner, unlike, isoNow(clock))
      return unlike
    })
  }

  return {
    /** The owner's return address. An account without one is given one from its name, so that replies always arrive. */
    async get(owner: OwnerId, tx: Db = db): Promise<ReturnAddress> {
      return toAnswer((await store.findCurrent(tx, owner)) ?? (await give(owner, tx)))
    },

    async update(owner: OwnerId, emailId: string): Promise<ReturnAddress> {
      const fault = findAddressFault(emailId, owner, null)
      if (fault) refuse(fault.refusal)
      const isTaken = await db.transaction(async (tx) => {
        await store.lockAddresses(tx, owner)
        const isNew = (await store.findHolder(tx, scope, emailId)) === null
        if (isNew && (await store.countAddresses(tx, owner)) >= RETURN_ADDRESSES_MAX)
          refuse('signatures.too_many_return_addresses')
        return store.takeAddress(tx, owner, emailId, isoNow(clock))
      })
      return isTaken ? toAnswer(emailId) : refuse('signatures.return_address_taken')
    },

    async check(owner: OwnerId, emailId: string) {
      const fault = findAddressFault(emailId, owner, await store.findHolder(db, scope, emailId))
      return { is_available: fault === null, reason: fault?.reason ?? null }
    },

    /** Whose return address a mail was sent to, earlier ones included; null when it is nobody's. */
    async findOwner(emailId: string, tx: Db = db): Promise<OwnerId | null> {
      const holder = await store.findHolder(tx, scope, emailId.toLowerCase())
      return holder === null ? null : asOwner(holder)
    },
  }
}

export type ReturnAddresses = ReturnType<typeof createReturnAddresses>
