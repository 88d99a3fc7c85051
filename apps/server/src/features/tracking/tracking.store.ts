import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { suppressions, tracking_events } from '../../db/schema.ts'

export type SuppressionRow = typeof suppressions.$inferSelect
export type SuppressionReason = SuppressionRow['reason']
export type NewEvent = Omit<typeof tracking_events.$inferInsert, 'owner_id'>

export async function insertEvent(owner: OwnerId, tx: Db, event: NewEvent): Promise<void> {
  await tx.insert(tracking_events).values({ owner_id: owner, ...event })
}

/** Events of many owners at once: each row names its own. */
export async function insertEvents(
  _scope: SystemScope,
  tx: Db,
  events: (typeof tracking_events.$inferInsert)[],
): Promise<void> {
  if (events.length > 0) await tx.insert(tracking_events).values(events)
}

const inForce = (owner: OwnerId) => and(eq(suppressions.owner_id, owner), isNull(suppressions.lifted_at))

/** Which of these addresses (in lower case) must not be written to. */
export async function listInForce(owner: OwnerId, db: Db, emails: string[]) {
  if (emails.length === 0) return []
  return db
    .select({ email: suppressions.email, reason: suppressions.reason })
    .from(suppressions)
    .where(and(inForce(owner), inArray(suppressions.email, emails)))
}

export async function findInForce(owner: OwnerId, db: Db, email: string): Promise<SuppressionRow | null> {
  const [row] = await db
    .select()
    .from(suppressions)
    .where(and(inForce(owner), eq(suppressions.email, email)))
    .orderBy(desc(suppressions.created_at))
  return row ?? null
}

/** False when the address is suppressed already. */
export async function insertSuppression(
  owner: OwnerId,
  tx: Db,
  row: { email: string; reason: SuppressionReason; recipient_id: string | null; created_at: string },
): Promise<boolean> {
  const rows = await tx
    .insert(suppressions)
    .values({ owner_id: owner, ...row })
    .onConflictDoNothing()
    .returning({ id: suppressions.id })
  return rows.length > 0
}

export async function liftSuppression(owner: OwnerId, tx: Db, id: string, at: string): Promise<boolean> {
  const rows = await tx
    .update(suppressions)
    .set({ lifted_at: at })
    .where(and(inForce(owner), eq(suppressions.id, id)))
    .returning({ id: suppressions.id })
  return rows.length > 0
}
