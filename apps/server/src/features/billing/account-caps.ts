import type { Cap } from '@goldpan/contract/plans'
import type { Database } from '../../db/database.ts'
import { asOwner } from '../../db/owner.ts'
import type { UsageType } from '../../db/schema.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Operator, OperatorActs } from '../operator/operator-acts.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { OwnCap, Usage } from '../usage/usage.ts'

interface AccountCapsDeps {
  db: Database
  accounts: Pick<Accounts, 'findByEmail'>
  usage: Pick<Usage, 'listOwnCaps' | 'changeOwnCaps'>
  acts: Pick<OperatorActs, 'record'>
}

interface Act {
  operator: Operator
  reason: string
}

/** 'plan' goes back to the plan's cap. */
export type CapChanges = Partial<Record<UsageType, Cap | 'plan'>>

/** Caps that an operator gives to one account, in place of its plan's. */
export function createAccountCaps({ db, accounts, usage, acts }: AccountCapsDeps) {
  /** Returns the account's own caps afterwards. */
  async function change(
    email: string,
    { changes, until, ...act }: Act & { act: string; changes: CapChanges; until: string | null },
  ): Promise<OwnCap[]> {
    const user = await accounts.findByEmail(email)
    if (!user) throw new OperatorError(`There is no account with the address ${email}.`)
    const owner = asOwner(user.id)
    return db.transaction(async (tx) => {
      const before = await usage.listOwnCaps(tx, owner)
      const after = await usage.changeOwnCaps(tx, owner, changes, until)
      await acts.record(tx, {
        ...act,
        account: owner,
        subject: user.email,
        detail: `from ${describeCaps(before)} to ${describeCaps(after)}`,
      })
      return after
    })
  }

  return {
    /** Caps that aren't named stay. `until` is the last day in UTC, or null for no end. */
    setCaps: (email: string, changes: CapChanges, { until, ...act }: Act & { until: string | null }) =>
      change(email, { ...act, act: 'set-caps', changes, until }),

    clearCaps: (email: string, act: Act) =>
      change(email, {
        ...act,
        act: 'clear-caps',
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
