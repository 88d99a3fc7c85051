import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { asOwner, type OwnerId, type SystemScope } from '../../db/owner.ts'
import type { SupportState } from '../../db/schema/support.ts'
import { support_requests } from '../../db/schema.ts'

export type RequestRow = typeof support_requests.$inferSelect
export type NewRequest = Omit<typeof support_requests.$inferInsert, 'owner_id'>

export async function insertRequest(tx: Db, owner: OwnerId, request: NewRequest): Promise<RequestRow> {
  const [row] = await tx
    .insert(support_requests)
    .values({ ...request, owner_id: owner })
    .returning()
  return row!
}

/** Newest first. */
export async function listRequests(db: Db, owner: OwnerId, limit: number): Promise<RequestRow[]> {
  return db
    .select()
    .from(support_requests)
    .where(eq(support_requests.owner_id, owner))
    .orderBy(desc(support_requests.created_at), desc(support_requests.id))
    .limit(limit)
}

/** Oldest first. */
export async function listInState(
  db: Db,
  _scope: SystemScope,
  state: SupportState,
  limit: number,
): Promise<RequestRow[]> {
  return db
    .select()
    .from(support_requests)
    .where(eq(support_requests.state, state))
    .orderBy(support_requests.created_at)
    .limit(limit)
}

/** False if there is no such request. */
export async function setState(
  db: Db,
  _scope: SystemScope,
  id: string,
  state: SupportState,
): Promise<OwnerId | null> {
  const [row] = await db
    .update(support_requests)
    .set({ state })
    .where(eq(support_requests.id, id))
    .returning({ owner_id: support_requests.owner_id })
  return row ? asOwner(row.owner_id) : null
}
