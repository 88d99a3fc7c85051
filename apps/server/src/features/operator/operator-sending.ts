import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, type SystemScope, systemScope } from '../../db/owner.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { AuditInfo, AuditLog, Operator } from './audit-log.ts'
import * as store from './operator-sending.store.ts'

export interface OperatorSendingDeps {
  db: Database
  organizations: Pick<Organizations, 'listOwned'>
  pauses: { liftAll(tx: Db, owners: OwnerId[]): Promise<number> }
  epoch: {
    /** False if sending isn't held. */
    lift(tx: Db): Promise<boolean>
  }
  /** So that waiting mail has its full time again after a hold. */
  restartAttempts: readonly ((tx: Db, scope: SystemScope) => Promise<void>)[]
  /** Adds a note to the account's ledger. */
  addNote(tx: Db, account: OwnerId, cause: string, text: string): Promise<void>
  auditLog: Pick<AuditLog, 'record'>
}

const PAUSES_SHOWN = 100

const scope = systemScope('the operator sees the pauses of all accounts and ends the hold of all sending')

/** Pauses and holds of sending, for the operator's commands and pages. */
export function createOperatorSending(deps: OperatorSendingDeps) {
  const { db, organizations, pauses, epoch, auditLog } = deps
  return {
    /** Pauses of all sending, newest first; of one account and its organizations if a person is given. */
    listPauses: (person?: OwnerId) => store.listPauses(db, scope, { person, limit: PAUSES_SHOWN }),

    /** Ends pauses for spam complaints or bounces, also of the account's organizations. Returns how many. */
    async liftPauses(
      { account, email }: { account: OwnerId; email: string },
      { operator, reason }: AuditInfo,
    ): Promise<number> {
      const owned = await organizations.listOwned(account)
      return db.transaction(async (tx) => {
        const lifted = await pauses.liftAll(tx, [account, ...owned.map(({ id }) => id)])
        if (lifted === 0) return 0
        await deps.addNote(tx, account, 'pause', `Pause of sending lifted: ${reason}`)
        await auditLog.record(tx, { operator, action: 'lift-pause', account, subject: email, reason })
        return lifted
      })
    },

    /** Ends the hold after a failover or a restore. False if there is none. */
    resumeSending: ({ operator, reason }: { operator: Operator; reason?: string }): Promise<boolean> =>
      db.transaction(async (tx) => {
        if (!(await epoch.lift(tx))) return false
        for (const restart of deps.restartAttempts) await restart(tx, scope)
        const entry = { operator, action: 'resume-sending', account: null, subject: null }
        await auditLog.record(tx, { ...entry, ...(reason && { reason }) })
        return true
      }),
  }
}

export type OperatorSending = ReturnType<typeof createOperatorSending>
