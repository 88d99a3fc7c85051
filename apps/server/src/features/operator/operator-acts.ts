import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { OperatorAct } from './operator-acts.store.ts'
import * as store from './operator-acts.store.ts'

export type { Operator } from './operator-acts.store.ts'

const scope = systemScope('operators act on any account')

/** The record of what operators did, for which each command calls `record` in the transaction of its change. */
export function createOperatorActs({ db, systemClock }: { db: Database; systemClock: Clock }) {
  return {
    /** Takes `db` only if the change has no transaction. */
    record: (tx: Db, act: OperatorAct): Promise<void> =>
      store.insertAct(tx, scope, { ...act, at: isoNow(systemClock) }),

    /** Newest first; of one account if it is given. */
    list: (options: { account?: OwnerId; limit: number }) => store.listActs(db, scope, options),

    /** For the erasure of an account: what was done stays, the address goes. */
    forgetAddress: (tx: Db, account: OwnerId): Promise<void> => store.clearSubject(tx, scope, account),
  }
}

export type OperatorActs = ReturnType<typeof createOperatorActs>
