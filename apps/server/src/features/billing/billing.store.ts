import { and, asc, desc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import {
  billing_checkouts,
  billing_customers,
  billing_events,
  billing_payments,
  billing_subscriptions,
} from '../../db/schema.ts'

export type Customer = typeof billing_customers.$inferSelect
export type Subscription = typeof billing_subscriptions.$inferSelect
export type Payment = typeof billing_payments.$inferSelect
export type BillingEvent = typeof billing_events.$inferSelect
export type Checkout = typeof billing_checkouts.$inferSelect

/** Changes with every update of the row. */
const version = sql<string>`${billing_customers}.xmin::text`

/** Locks a customer until the transaction ends. False if the row is gone or has changed since `version`. */
export async function lockCustomer(
  tx: Db,
  _scope: SystemScope,
  expected: { customer_id: string; version?: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ version })
    .from(billing_customers)
    .where(eq(billing_customers.customer_id, expected.customer_id))
    .for('no key update')
  return row !== undefined && (expected.version === undefined || expected.version === row.version)
}

export async function findCustomerOf(
  db: Db,
  owner: OwnerId,
  provider: Customer['provider'],
): Promise<Customer | null> {
  const rows = await db
    .select()
    .from(billing_customers)
    .where(and(eq(billing_customers.owner_id, owner), eq(billing_customers.provider, provider)))
  return rows[0] ?? null
}

export async function findCustomer(
  db: Db,
  _scope: SystemScope,
  customerId: string,
): Promise<{ customer_id: string; owner_id: string; version: string } | null> {
  const { customer_id, owner_id } = billing_customers
  const rows = await db
    .select({ customer_id, owner_id, version })
    .from(billing_customers)
    .where(eq(customer_id, customerId))
  return rows[0] ?? null
}

export async function insertCustomer(
  db: Db,
  owner: OwnerId,
  customer: Pick<Customer, 'customer_id' | 'provider' | 'created_at'>,
): Promise<void> {
  await db
    .insert(billing_customers)
    .values({ owner_id: owner, ...customer })
    .onConflictDoNothing()
}

export async function markChecked(
  db: Db,
  _scope: SystemScope,
  customerId: string,
  at: string,
): Promise<void> {
  await db
    .update(billing_customers)
    .set({ checked_at: at })
    .where(eq(billing_customers.customer_id, customerId))
}

export async function findSubscription(
  db: Db,
  owner: OwnerId,
  customerId: string,
): Promise<Subscription | null> {
  const rows = await db
    .select()
    .from(billing_subscriptions)
    .where(and(eq(billing_subscriptions.customer_id, customerId), eq(billing_subscriptions.owner_id, owner)))
  return rows[0] ?? null
}

export async function saveSubscription(
  db: Db,
  owner: OwnerId,
  { customer_id, ...state }: Omit<Subscription, 'owner_id'>,
): Promise<void> {
  await db
    .insert(billing_subscriptions)
    .values({ customer_id, owner_id: owner, ...state })
    .onConflictDoUpdate({ target: billing_subscriptions.customer_id, set: state })
}

export async function listPayments(db: Db, owner: OwnerId): Promise<Payment[]> {
  return db
    .select()
    .from(billing_payments)
    .where(eq(billing_payments.owner_id, owner))
    .orderBy(desc(billing_payments.paid_at))
}

export async function findPayment(db: Db, _scope: SystemScope, id: string): Promise<Payment | null> {
  const rows = await db.select().from(billing_payments).where(eq(billing_payments.id, id))
  return rows[0] ?? null
}

export async function insertPayment(
  db: Db,
  owner: OwnerId,
  payment: Omit<Payment, 'owner_id'>,
): Promise<void> {
  await db.insert(billing_payments).values({ owner_id: owner, ...payment })
}

export async function updatePayment(
  db: Db,
  owner: OwnerId,
  id: string,
  change: Pick<Payment, 'returned_cents' | 'tokens_taken'>,
): Promise<void> {
  await db
    .update(billing_payments)
    .set(change)
    .where(and(eq(billing_payments.id, id), eq(billing_payments.owner_id, owner)))
}

/** The newest open page for the same purchase. */
export async function findOpenCheckout(
  db: Db,
  owner: OwnerId,
  { wanted, since, now }: { wanted: string; since: string; now: string },
): Promise<Checkout | null> {
  const rows = await db
    .select()
    .from(billing_checkouts)
    .where(
      and(
        eq(billing_checkouts.owner_id, owner),
        eq(billing_checkouts.wanted, wanted),
        isNull(billing_checkouts.completed_at),
        gt(billing_checkouts.created_at, since),
        gt(billing_checkouts.expires_at, now),
      ),
    )
    .orderBy(desc(billing_checkouts.created_at))
    .limit(1)
  return rows[0] ?? null
}

export async function insertCheckout(
  db: Db,
  owner: OwnerId,
  checkout: Omit<Checkout, 'owner_id' | 'completed_at'>,
): Promise<void> {
  await db.insert(billing_checkouts).values({ owner_id: owner, ...checkout })
}

/** Reopens the checkout if another call for it has failed: the provider's page is open. */
export async function setSession(
  db: Db,
  owner: OwnerId,
  id: string,
  session: Pick<Checkout, 'session_id' | 'session_url' | 'expires_at'>,
): Promise<void> {
  await db
    .update(billing_checkouts)
    .set({ ...session, completed_at: null })
    .where(and(eq(billing_checkouts.id, id), eq(billing_checkouts.owner_id, owner)))
}

/** Closes pages by our own ids or by the provider's. */
export async function closeCheckouts(
  db: Db,
  owner: OwnerId,
  { ids, at }: { ids: string[]; at: string },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(billing_checkouts)
    .set({ completed_at: at })
    .where(
      and(
        eq(billing_checkouts.owner_id, owner),
        isNull(billing_checkouts.completed_at),
        sql`(${billing_checkouts.id}::text in ${ids} or ${billing_checkouts.session_id} in ${ids})`,
      ),
    )
}

/** False if the event is known already. */
export async function insertEvent(
  db: Db,
  _scope: SystemScope,
  event: { id: string; type: string; customer_id: string | null; received_at: string },
): Promise<boolean> {
  const rows = await db
    .insert(billing_events)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: billing_events.id })
  return rows.length > 0
}

/** Unprocessed events, oldest first. */
export async function listWaitingEvents(
  db: Db,
  _scope: SystemScope,
  { skipped, limit }: { skipped: string[]; limit: number },
) {
  return db
    .select()
    .from(billing_events)
    .where(and(isNull(billing_events.processed_at), notInArray(billing_events.id, skipped)))
    .orderBy(asc(billing_events.received_at))
    .limit(limit)
}

export async function markProcessed(db: Db, _scope: SystemScope, ids: string[], at: string): Promise<void> {
  if (ids.length === 0) return
  await db.update(billing_events).set({ processed_at: at }).where(inArray(billing_events.id, ids))
}

/** Customers whose events may be lost: an open page without an event, or an ended period or grace period. */
export async function listDueCustomers(
  db: Db,
  _scope: SystemScope,
  { provider, now, openedBefore, openedAfter, graceSince, checkedBefore }: DueCustomers,
): Promise<string[]> {
  const rows = await db
    .select({ customer_id: billing_customers.customer_id })
    .from(billing_customers)
    .where(
      sql`${billing_customers.provider} = ${provider}
        and (${billing_customers.checked_at} is null or ${billing_customers.checked_at} < ${checkedBefore})
        and (
          exists (
            select 1 from ${billing_checkouts} c
            where c.customer_id = ${billing_customers.customer_id} and c.completed_at is null
              and c.created_at < ${openedBefore} and c.created_at > ${openedAfter}
          )
          or exists (
            select 1 from ${billing_subscriptions} s
            where s.customer_id = ${billing_customers.customer_id} and s.status <> 'ended'
              and (s.period_end <= ${now} or (s.past_due_since <= ${graceSince} and s.entitled_plan <> 'free'))
          )
        )`,
    )
    .limit(200)
  return rows.map((row) => row.customer_id)
}

export interface DueCustomers {
  provider: Customer['provider']
  now: string
  openedBefore: string
  openedAfter: string
  graceSince: string
  checkedBefore: string
}

/** Longest unchecked first. */
export async function listUncheckedCustomers(
  db: Db,
  _scope: SystemScope,
  { provider, before, limit }: { provider: Customer['provider']; before: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ customer_id: billing_customers.customer_id })
    .from(billing_customers)
    .where(
      sql`${billing_customers.provider} = ${provider}
        and (${billing_customers.checked_at} is null or ${billing_customers.checked_at} < ${before})`,
    )
    .orderBy(sql`${billing_customers.checked_at} nulls first`)
    .limit(limit)
  return rows.map((row) => row.customer_id)
}
