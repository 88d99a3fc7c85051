import type { Cap } from '@goldpan/contract/plans'
import type { Database } from '../../db/database.ts'
import { asOwner } from '../../db/owner.ts'
import type { UsageType } from '../../db/schema.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AuditInfo, AuditLog } from '../operator/audit-log.ts'
import { unknownAccount } from '../operator/operator-error.ts'
import type { OwnCap, Usage } from '../usage/usage.ts'

interface AccountCapsDeps {
  db: Database
  accounts: Pick<Accounts, 'findByEmail'>
  usage: Pick<Usage, 'listOwnCaps' | 'changeOwnCaps'>
  auditLog: Pick<AuditLog, 'record'>
}

/** 'plan' goes back to the plan's cap. */
export type CapChanges = Partial<Record<UsageType, Cap | 'plan'>>

/** Caps that an operator gives to one account, in place of its plan's. */
export function createAccountCaps({ db, accounts, usage, auditLog }: AccountCapsDeps) {
  /** Returns the account's own caps afterwards. */
  async function change(
    email: string,
    { changes, until, ...entry }: AuditInfo & { action: string; changes: CapChanges; until: string | null },
  ): Promise<OwnCap[]> {
    const user = await accounts.findByEmail(email)
    if (!user) throw unknownAccount(email)
    const owner = asOwner(user.id)
    return db.transaction(async (tx) => {
      const before = await usage.listOwnCaps(tx, owner)
      const after = await usage.changeOwnCaps(tx, owner, changes, until)
      await auditLog.record(tx, {
        ...entry,
        account: owner,
        subject: user.email,
        detail: `from ${describeCaps(before)} to ${describeCaps(after)}`,
      })
      return after
    })
  }

  return {
    /** Caps that aren't named stay. `until` is the last day in UTC, or null for no end. */
    setCaps: (
      email: string,
      changes: CapChanges,
      { until, ...audit }: AuditInfo & { until: string | null },
    ) => change(email, { ...audit, action: 'set-caps', changes, until }),

    clearCaps: (email: string, audit: AuditInfo) =>
      change(email, {
        ...audit,
        action: 'clear-caps',
        changes: { business_searches: 'plan', email_generations: 'plan', emails_sent: 'plan' },
        until: null,
      }),
  }
}

export type AccountCaps = ReturnType<typeof createAccountCaps>

const words = { business_searches: 'searches', email_generations: 'generations', emails_sent: 'emails' }

/** 'searches 500, emails unlimited until 2026-12-31', or 'those of the plan'. */
export const describeCaps = (caps: OwnCap[]): string =>
  caps
    .map(({ usage_type, units, until }) => {
      const amount = units === null ? 'unlimited' : units.toLocaleString('en')
      return `${words[usage_type]} ${amount}${until === null ? '' : ` until ${until}`}`
    })
    .join(', ') || 'those of the plan'
