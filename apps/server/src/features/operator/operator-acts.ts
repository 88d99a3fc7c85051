import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as store from './operator-acts.store.ts'

const scope = systemScope('operators act on any account')

/** Who acts: 'root@mail1 (terminal)', 'sam (operator page)'. */
export type Operator = string

export interface OperatorAct {
  operator: Operator
  /** The command, such as 'suspend'. */
  act: string
  /** Null for acts on the installation. */
  account: OwnerId | null
  /** The account's address, or what else was acted on. */
  subject: string | null
  /** What changed, such as 'from free to premium'. */
  detail?: string
  reason?: string
}

/** The record of what operators did, for which each command calls `record` in the transaction of its change. */
export function createOperatorActs({ db, systemClock }: { db: Database; systemClock: Clock }) {
  return {
    record: (tx: Db, act: OperatorAct): Promise<void> =>
      store.insertAct(tx, scope, { ...act, at: isoNow(systemClock) }),

    /** Newest first; of one account if it is given. */
    list: (options: { account?: OwnerId; limit: number }) => store.listActs(db, scope, options),

    /** For the erasure of an account: what was done stays, the address goes. */
    forgetAddress: (tx: Db, account: OwnerId): Promise<void> => store.clearSubject(tx, scope, account),
  }
}

export type OperatorActs = ReturnType<typeof createOperatorActs>
