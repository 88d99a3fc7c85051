import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { embedded_payment_objects as objects } from '../../db/schema.ts'

export type StoredObject = typeof objects.$inferSelect

/** Serialises changes of one customer until the transaction ends. */
export async function lockCustomer(tx: Db, _scope: SystemScope, customerId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`embedded-payment:${customerId}`}, 0))`,
  )
}

export async function findObject(db: Db, _scope: SystemScope, id: string): Promise<StoredObject | null> {
  const rows = await db.select().from(objects).where(eq(objects.id, id))
  return rows[0] ?? null
}

export async function listObjects(
  db: Db,
  _scope: SystemScope,
  customerId: string,
  kind: StoredObject['kind'],
): Promise<StoredObject[]> {
  return db
    .select()
    .from(objects)
    .where(and(eq(objects.customer_id, customerId), eq(objects.kind, kind)))
    .orderBy(asc(objects.created_at), asc(objects.id))
}

/** Keeps an object that exists. */
export async function addObject(db: Db, _scope: SystemScope, object: StoredObject): Promise<void> {
  await db.insert(objects).values(object).onConflictDoNothing()
}

/** Replaces the content of an object that exists. */
export async function saveObject(db: Db, _scope: SystemScope, object: StoredObject): Promise<void> {
  await db
    .insert(objects)
    .values(object)
    .onConflictDoUpdate({ target: objects.id, set: { content: object.content } })
}
