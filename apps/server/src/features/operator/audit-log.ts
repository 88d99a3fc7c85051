import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { AuditEntry, Operator } from './audit-log.store.ts'
import * as store from './audit-log.store.ts'

export type { AuditEntry, ListedEntry, Operator } from './audit-log.store.ts'

/** Who acts, and why. */
export interface AuditInfo {
  operator: Operator
  reason: string
}

const scope = systemScope('operators act on any account')

/** The actions of operators. Each command calls `record` in the transaction of its change. */
export function createAuditLog({ db, systemClock }: { db: Database; systemClock: Clock }) {
  return {
    /** Takes `db` only if the change has no transaction. */
    record: (tx: Db, entry: AuditEntry): Promise<void> =>
      store.insertEntry(tx, scope, { ...entry, at: isoNow(systemClock) }),

    /** Newest first; of one account if it is given. */
    list: (options: { account?: OwnerId; limit: number }) => store.listEntries(db, scope, options),

    /** For the erasure of an account: its entries stay, the address goes. */
    forgetAddress: (tx: Db, account: OwnerId): Promise<void> => store.clearSubject(tx, scope, account),
  }
}

export type AuditLog = ReturnType<typeof createAuditLog>
