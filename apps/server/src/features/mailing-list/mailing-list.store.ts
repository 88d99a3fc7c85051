import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { mailing_list_subscribers } from '../../db/schema.ts'

export type Subscriber = typeof mailing_list_subscribers.$inferSelect

/** Adds a subscriber, or updates the name and company of a known one. */
export async function saveSubscriber(
  tx: Db,
  _scope: SystemScope,
  subscriber: { email: string; name: string | null; company_name: string | null; created_at: string },
): Promise<Subscriber> {
  const added = await tx.insert(mailing_list_subscribers).values(subscriber).onConflictDoNothing().returning()
  if (added[0]) return added[0]
  const { name, company_name } = mailing_list_subscribers
  const [known] = await tx
    .update(mailing_list_subscribers)
    .set({
      name: sql`coalesce(${subscriber.name}, ${name})`,
      company_name: sql`coalesce(${subscriber.company_name}, ${company_name})`,
    })
    .where(eq(sql`lower(${mailing_list_subscribers.email})`, subscriber.email.toLowerCase()))
    .returning()
  return known!
}

/** Null if there is no such subscriber. */
export async function updateSubscriber(
  tx: Db,
  _scope: SystemScope,
  id: string,
  change: Partial<Pick<Subscriber, 'confirmed_at' | 'unsubscribed_at'>>,
): Promise<Subscriber | null> {
  const [row] = await tx
    .update(mailing_list_subscribers)
    .set(change)
    .where(eq(mailing_list_subscribers.id, id))
    .returning()
  return row ?? null
}

export async function findSubscriber(tx: Db, _scope: SystemScope, id: string): Promise<Subscriber | null> {
  const rows = await tx
    .select()
    .from(mailing_list_subscribers)
    .where(eq(mailing_list_subscribers.id, id))
    .for('update')
  return rows[0] ?? null
}
