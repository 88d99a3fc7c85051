import { randomUUID } from 'node:crypto'
import type { Plan } from '@goldpan/contract/accounts'
import { dollars } from '@goldpan/contract/plans'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { Payment } from '../../providers/payment/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AuditInfo, AuditLog } from '../operator/audit-log.ts'
import { OperatorError, unknownAccount } from '../operator/operator-error.ts'
import type { Usage } from '../usage/usage.ts'
import * as store from './billing.store.ts'
import type { Readback } from './readback.ts'

export interface OperatorBillingDeps {
  db: Database
  payment: Payment
  accounts: Pick<Accounts, 'findByEmail' | 'setPlan'>
  usage: Pick<Usage, 'addTokens' | 'getUsage' | 'getBalance' | 'listLedger' | 'listOwnCaps'>
  readback: Readback
  auditLog: Pick<AuditLog, 'record'>
}

const scope = systemScope('the operator finds people by address and payments by id')

const LEDGER_SHOWN = 200

/** Plans, tokens and payments, for the operator's commands and pages. */
export function createOperatorBilling({
  db,
  payment,
  accounts,
  usage,
  readback,
  auditLog,
}: OperatorBillingDeps) {
  async function findOwner(email: string): Promise<{ owner: OwnerId; plan: Plan }> {
    const user = await accounts.findByEmail(email)
    if (!user) throw unknownAccount(email)
    return { owner: asOwner(user.id), plan: user.subscription_plan }
  }

  /** Adds what an operator did to the account's ledger. */
  async function addNote(tx: Db, owner: OwnerId, cause: string, text: string): Promise<void> {
    await usage.addTokens(tx, owner, {
      cause: `${cause}:${randomUUID()}`,
      tokens: 0,
      kind: 'grant',
      note: text,
    })
  }

  return {
    async findUser(email: string): Promise<OwnerId> {
      return (await findOwner(email)).owner
    },

    addNote,

    async describeUser(email: string) {
      const { owner, plan } = await findOwner(email)
      const customer = await store.findCustomerOf(db, owner, payment.provider)
      return {
        id: owner,
        plan,
        customer_id: customer?.customer_id ?? null,
        subscription: customer && (await store.findSubscription(db, owner, customer.customer_id)),
        usage: await usage.getUsage(owner),
        own_caps: await usage.listOwnCaps(db, owner),
        tokens: (await usage.getBalance(owner)).tokens,
        ledger: await usage.listLedger(owner, LEDGER_SHOWN),
        payments: await store.listPayments(db, owner),
      }
    },

    /** `key` makes a repeated command book once. Returns the balance. */
    async grantTokens(email: string, tokens: number, { operator, reason, key }: AuditInfo & { key: string }) {
      if (!Number.isInteger(tokens) || tokens < 1 || tokens > 1_000_000)
        throw new OperatorError('The number of tokens must be a whole number from 1 to 1,000,000.')
      const { owner } = await findOwner(email)
      await db.transaction(async (tx) => {
        const cause = `grant:${key}`
        if (!(await usage.addTokens(tx, owner, { cause, tokens, kind: 'grant', note: reason }))) return
        const detail = `${tokens} tokens`
        await auditLog.record(tx, {
          operator,
          action: 'grant-tokens',
          account: owner,
          subject: email,
          detail,
          reason,
        })
      })
      return usage.getBalance(owner)
    },

    /** Stays until the paid plan changes. The reason is in the ledger. */
    async setPlan(
      email: string,
      plan: Plan,
      { operator, reason }: AuditInfo,
    ): Promise<{ before: Plan; hasSubscription: boolean }> {
      const { owner, plan: before } = await findOwner(email)
      const customer = await store.findCustomerOf(db, owner, payment.provider)
      const held = customer && (await store.findSubscription(db, owner, customer.customer_id))
      await db.transaction(async (tx) => {
        await accounts.setPlan(tx, owner, plan)
        await addNote(tx, owner, 'plan', `Plan set from ${before} to ${plan}: ${reason}`)
        const detail = `from ${before} to ${plan}`
        await auditLog.record(tx, {
          operator,
          action: 'set-plan',
          account: owner,
          subject: email,
          detail,
          reason,
        })
      })
      return { before, hasSubscription: isPaying(held) }
    },

    /** Refunds a payment in full and takes its tokens back, down to a balance of 0. */
    async refund(
      paymentId: string,
      { operator, reason }: AuditInfo,
    ): Promise<{ cents: number; tokensTaken: number }> {
      const found = await store.findPayment(db, scope, paymentId)
      if (!found) throw new OperatorError(`There is no payment ${paymentId}.`)
      const cents = found.amount_cents - found.returned_cents
      if (cents <= 0) throw new OperatorError(`Payment ${paymentId} is already refunded.`)
      await payment.change({ paymentId, refundCents: cents, reason })
      await db.transaction(async (tx) => {
        const account = asOwner(found.owner_id)
        await usage.addTokens(tx, account, {
          cause: `refund-reason:${paymentId}:${found.returned_cents + cents}`,
          tokens: 0,
          kind: 'grant',
          paymentId,
          note: `${dollars(cents)} refunded: ${reason}`,
        })
        const detail = `${dollars(cents)} of payment ${paymentId}`
        await auditLog.record(tx, { operator, action: 'refund', account, subject: paymentId, detail, reason })
      })
      await readback.readBack(found.customer_id)
      const after = await store.findPayment(db, scope, paymentId)
      return { cents, tokensTaken: (after?.tokens_taken ?? 0) - found.tokens_taken }
    },
  }
}

export const isPaying = (subscription: { status: string } | null): boolean =>
  subscription?.status === 'active' || subscription?.status === 'past_due'

export type OperatorBilling = ReturnType<typeof createOperatorBilling>
