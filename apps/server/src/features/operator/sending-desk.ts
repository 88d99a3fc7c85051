import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { Operator, OperatorActs } from './operator-acts.ts'

export interface SendingDeskDeps {
  db: Database
  organizations: Pick<Organizations, 'listOwned'>
  pauses: { liftAll(tx: Db, owners: OwnerId[]): Promise<number> }
  /** False if sending isn't held. */
  epoch: { lift(tx: Db): Promise<boolean> }
  /** Notes an act in the account's ledger. */
  operatorDesk: { note(tx: Db, account: OwnerId, cause: string, text: string): Promise<void> }
  acts: Pick<OperatorActs, 'record'>
}

/** Lifts pauses and holds of sending, for the operator's commands and pages. */
export function createSendingDesk({ db, organizations, pauses, epoch, operatorDesk, acts }: SendingDeskDeps) {
  return {
    /** Ends pauses for spam complaints or bounces, also of the account's organizations. Returns how many. */
    async liftPauses(
      { account, email }: { account: OwnerId; email: string },
      { operator, reason }: { operator: Operator; reason: string },
    ): Promise<number> {
      const owned = await organizations.listOwned(account)
      return db.transaction(async (tx) => {
        const lifted = await pauses.liftAll(tx, [account, ...owned.map(({ owner }) => owner)])
        if (lifted === 0) return 0
        await operatorDesk.note(tx, account, 'pause', `Pause of sending lifted: ${reason}`)
        await acts.record(tx, { operator, act: 'lift-pause', account, subject: email, reason })
        return lifted
      })
    },

    /** Ends the hold after a failover or a restore. False if there is none. */
    resumeSending: ({ operator, reason }: { operator: Operator; reason?: string }): Promise<boolean> =>
      db.transaction(async (tx) => {
        if (!(await epoch.lift(tx))) return false
        const act = { operator, act: 'resume-sending', account: null, subject: null }
        await acts.record(tx, { ...act, ...(reason && { reason }) })
        return true
      }),
  }
}

export type SendingDesk = ReturnType<typeof createSendingDesk>
