import { organizationMessages } from '@goldpan/contract/organizations'
import { type Cap, type Caps, type Plans, usageTypes } from '@goldpan/contract/plans'
import { limitMessage, type TokenTransaction, usageNames } from '@goldpan/contract/usage'
import type { Database, Db } from '../../db/database.ts'
import type { Month } from '../../db/months.store.ts'
import { asOwner, type OwnerId, type SystemScope } from '../../db/owner.ts'
import type { Plan, UsageType } from '../../db/schema.ts'
import type { SentFile } from '../../http/bind.ts'
import { csvFile } from '../../http/csv.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { createLedger } from './ledger.ts'
import {
  type Account,
  accountCaps,
  capsByPlan,
  countAffordable,
  findCrossedLimit,
  monthOf,
  nextMonthStart,
  organizationPlans,
  utcDayOf,
} from './usage.rules.ts'
import * as store from './usage.store.ts'

export type { OwnCap } from './usage.store.ts'

export interface UsageDeps {
  db: Database
  clock: Clock
  plans: Plans
  accounts: Pick<Accounts, 'getUser' | 'setTokensEnabled'>
  notifications: Pick<Notifications, 'limitReached'>
}

const TRANSACTIONS_SHOWN = 1000
const TRANSACTIONS_EXPORTED = 100_000

export function createUsage({ db, clock, plans, accounts, notifications }: UsageDeps) {
  async function readCaps(tx: Db, payer: OwnerId, plan: Plan): Promise<Caps> {
    const own = await store.listOwnCaps(tx, payer, utcDayOf(clock.now()))
    return accountCaps(
      plans,
      plan,
      Object.fromEntries(own.map(({ usage_type, units }) => [usage_type, units])),
    )
  }

  async function readAccount(tx: Db, owner: OwnerId, type: UsageType): Promise<Account> {
    const user = await accounts.getUser(tx, owner)
    const payer = asOwner(user.id)
    const month = await store.readMonth(tx, payer, monthOf(clock.now()))
    return {
      cap: (await readCaps(tx, payer, user.subscription_plan))[type],
      tokensEnabled: user.tokens_enabled,
      used: month[type],
      tokens: await store.readTokens(tx, payer),
      isFrozen: payer !== owner && !organizationPlans.includes(user.subscription_plan),
    }
  }

  /**
   * Books a unit for each cause, in order, while allowance and tokens last. Returns the paid causes. A cause booked
   * before counts as paid and costs nothing. For an organization, its owner pays.
   */
  async function bookEach(tx: Db, owner: OwnerId, type: UsageType, causes: string[]) {
    if (causes.length === 0) return { booked: new Set<string>(), tokensUsed: 0 }
    const booking = await store.bookUnits(tx, owner, {
      type,
      causes,
      caps: capsByPlan(plans, type),
      month: monthOf(clock.now()),
      at: isoNow(clock),
    })
    await notifyOfLimit(tx, type, booking)
    return { booked: new Set(booking.paid), tokensUsed: booking.tokens_used }
  }

  /** Notifies at 80 % and 100 % of a month's allowance, once each. */
  async function notifyOfLimit(tx: Db, type: UsageType, booking: store.Booking) {
    const { payer, payer_plan, used_before, used_after } = booking
    if (payer === null) return
    const cap = booking.has_own_cap ? booking.own_cap : plans.caps[payer_plan][type]
    const percent = findCrossedLimit(used_before, used_after, cap)
    if (percent === null || cap === null) return
    await notifications.limitReached(tx, asOwner(payer), `limit:${monthOf(clock.now())}:${type}:${percent}`, {
      what: usageNames[type],
      percent,
      used: used_after,
      cap,
      resetsOn: nextMonthStart(clock.now()).slice(0, 10),
    })
  }

  return {
    ...createLedger(clock),
    bookEach,

    /** Books one unit or refuses with LIMIT_REACHED. */
    async book(tx: Db, owner: OwnerId, type: UsageType, cause: string): Promise<{ usedTokens: boolean }> {
      const { booked, tokensUsed } = await bookEach(tx, owner, type, [cause])
      return booked.has(cause) ? { usedTokens: tokensUsed > 0 } : refuseLimit(type)
    },

    /** Replaces a month's entries of single emails by sums, before the month is dropped in the same transaction. */
    summarizeEmailsOfMonth: (tx: Db, scope: SystemScope, month: Month): Promise<void> =>
      store.summarizeEmailsOfMonth(tx, scope, month),

    /** Replaces the entries of single emails before this moment that are in no month by sums. Returns how many. */
    async summarizeOldEmails(owner: OwnerId, before: string, limit: number): Promise<number> {
      return db.transaction(async (tx) => {
        await store.lockLedger(tx, owner)
        return store.summarizeEmails(tx, owner, { before, limit })
      })
    },

    /** Returns the sentence for a user who can't pay for more. */
    async explainLimit(owner: OwnerId, type: UsageType): Promise<string> {
      const { isFrozen } = await readAccount(db, owner, type)
      return isFrozen ? organizationMessages.frozen : limitMessage(type)
    },

    async countAffordable(tx: Db, owner: OwnerId, type: UsageType): Promise<number> {
      return countAffordable(await readAccount(tx, owner, type))
    },

    /** Like `countAffordable`, with the payer's ledger locked. Call this last: it blocks all bookings of the payer. */
    async lockAffordable(tx: Db, owner: OwnerId, type: UsageType): Promise<number> {
      const user = await accounts.getUser(tx, owner)
      await store.lockLedger(tx, asOwner(user.id))
      return countAffordable(await readAccount(tx, owner, type))
    },

    /** The payer's figures. `counted_on` is the payer's name if it is somebody else. */
    async getUsage(owner: OwnerId, person: OwnerId = owner) {
      const user = await accounts.getUser(db, owner)
      const month = await store.readMonth(db, asOwner(user.id), monthOf(clock.now()))
      const caps = await readCaps(db, asOwner(user.id), user.subscription_plan)
      return {
        business_searches_count: month.business_searches,
        business_searches_limit: caps.business_searches,
        email_generations_count: month.email_generations,
        email_generations_limit: caps.email_generations,
        emails_sent_count: month.emails_sent,
        emails_sent_limit: caps.emails_sent,
        tokens_enabled: user.tokens_enabled,
        resets_at: nextMonthStart(clock.now()),
        counted_on: user.id === person ? null : `${user.first_name} ${user.last_name}`,
      }
    },

    async getTokenSettings(owner: OwnerId) {
      const user = await accounts.getUser(db, owner)
      return { tokens_enabled: user.tokens_enabled, tokens: await store.readTokens(db, owner) }
    },

    async updateTokenSettings(owner: OwnerId, { tokens_enabled }: { tokens_enabled: boolean }) {
      await accounts.setTokensEnabled(owner, tokens_enabled)
      return { message: 'Token settings updated', tokens_enabled, tokens: await store.readTokens(db, owner) }
    },

    getBalance: async (owner: OwnerId) => ({ tokens: await store.readTokens(db, owner) }),

    /** For the operator. Newest first. */
    listLedger: (owner: OwnerId, limit: number): Promise<store.Entry[]> =>
      store.listEntries(db, owner, limit),

    /** Lists caps of the account that apply today in place of its plan's. */
    listOwnCaps: (tx: Db, owner: OwnerId): Promise<store.OwnCap[]> =>
      store.listOwnCaps(tx, owner, utcDayOf(clock.now())),

    /** For the operator. 'plan' restores the plan's cap; caps that aren't named stay. Returns those that apply today. */
    async changeOwnCaps(
      tx: Db,
      owner: OwnerId,
      changes: Partial<Record<UsageType, Cap | 'plan'>>,
      until: string | null,
    ): Promise<store.OwnCap[]> {
      const set_at = isoNow(clock)
      for (const usage_type of usageTypes) {
        const units = changes[usage_type]
        if (units === 'plan') await store.deleteOwnCap(tx, owner, usage_type)
        else if (units !== undefined) await store.saveOwnCap(tx, owner, { usage_type, units, until, set_at })
      }
      return store.listOwnCaps(tx, owner, utcDayOf(clock.now()))
    },

    /** Counts used units without refunded ones. */
    countUsed: (owner: OwnerId, span: store.Span) => store.countUsed(db, owner, span),

    /** Keeps records of payments when the account is erased, without the person. */
    keepPayments: (tx: Db, owner: OwnerId) => store.keepPayments(tx, owner),

    async listTransactions(owner: OwnerId): Promise<TokenTransaction[]> {
      return (await store.listTokenEntries(db, owner, TRANSACTIONS_SHOWN)).map(toTransaction)
    },

    async exportTransactions(owner: OwnerId): Promise<SentFile> {
      const rows = (await store.listTokenEntries(db, owner, TRANSACTIONS_EXPORTED)).map(toTransaction)
      return csvFile(
        'token-history.csv',
        ['Date', 'Transaction', 'Amount', 'Reference', 'Description'],
        rows.map((row) => [
          row.created_at,
          row.transaction_type,
          row.amount,
          row.payment_transaction_id,
          row.description,
        ]),
      )
    },
  }
}

export type Usage = ReturnType<typeof createUsage>

/** `details` can say how many units are left. */
export function refuseLimit(type: UsageType, details: { remaining?: number; needed?: number } = {}): never {
  return refuse('usage.limit_reached', { message: limitMessage(type), usage_type: type, ...details })
}

const TRANSACTION_TYPES = {
  business_searches: 'business_search',
  email_generations: 'email_generation',
  emails_sent: 'email_send',
} as const

function toTransaction(entry: store.Entry): TokenTransaction {
  const isRefund = entry.kind === 'refund'
  return {
    id: entry.id,
    created_at: entry.created_at,
    transaction_type: entry.usage_type ? TRANSACTION_TYPES[entry.usage_type] : 'purchase',
    amount: entry.tokens,
    payment_transaction_id: entry.payment_id,
    description: entry.note ?? (isRefund ? 'Refunded' : ''),
  }
}
