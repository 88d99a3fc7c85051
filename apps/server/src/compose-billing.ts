import type { FastifyInstance } from 'fastify'
import type { Frame, Ports } from './compose-ports.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import { createAccountCaps } from './features/billing/account-caps.ts'
import { bindBilling, bindBillingWebhook } from './features/billing/billing.routes.ts'
import { createBilling } from './features/billing/billing.ts'
import {
  billingEventsJob,
  billingReconcileJob,
  createBillingEvents,
} from './features/billing/billing-events.ts'
import { createOperatorBilling } from './features/billing/operator-billing.ts'
import { createReadback } from './features/billing/readback.ts'
import type { AuditLog } from './features/operator/audit-log.ts'
import type { Usage } from './features/usage/usage.ts'
import { type BindDeps, createBinder } from './http/bind.ts'
import { withRawBodies } from './http/raw-bodies.ts'
import type { Letters } from './letters/letters.ts'

interface Neighbours {
  accounts: Accounts
  usage: Usage
  letters: Letters
  auditLog: AuditLog
}

/** Plans, token packs and payments. */
export function createBillingFeatures(
  { config, database, logger, publicUrl }: Frame,
  { clock, jobs, payment }: Ports,
  { accounts, usage, letters, auditLog }: Neighbours,
) {
  const { db } = database
  const readback = createReadback({ db, clock, payment, accounts, usage, letters, publicUrl })
  const billingEvents = createBillingEvents({
    db,
    clock,
    jobs,
    payment,
    readback,
    letters,
    operatorEmail: config.operatorEmail,
    onError: (error) => logger.error({ err: error }, 'a customer could not be read back'),
  })
  const billing = createBilling({
    db,
    clock,
    payment,
    plans: config.plans,
    accounts,
    readback,
    events: billingEvents,
    publicUrl,
  })
  const operatorBilling = createOperatorBilling({
    db,
    payment,
    accounts,
    usage,
    readback,
    auditLog,
  })
  const accountCaps = createAccountCaps({ db, accounts, usage, auditLog })
  jobs.handle(billingEventsJob, (_payload, signal) => billingEvents.processWaiting(signal))
  jobs.handle(billingReconcileJob, (_payload, signal) => billingEvents.reconcile(signal))
  return { billing, billingEvents, operatorBilling, accountCaps }
}

type BillingFeatures = ReturnType<typeof createBillingFeatures>

export async function bindBillingFeatures(
  server: FastifyInstance,
  deps: Omit<BindDeps, 'server'>,
  { billing, billingEvents }: BillingFeatures,
): Promise<void> {
  bindBilling(createBinder({ server, ...deps }), billing)
  if (billing.sellsPlans)
    await withRawBodies(server, (raw) =>
      bindBillingWebhook(createBinder({ server: raw, ...deps }), billingEvents),
    )
}
