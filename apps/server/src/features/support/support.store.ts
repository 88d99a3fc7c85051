import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { support_requests } from '../../db/schema.ts'

export type RequestRow = typeof support_requests.$inferSelect
export type NewRequest = Omit<typeof support_requests.$inferInsert, 'owner_id'>

export async function insertRequest(owner: OwnerId, tx: Db, request: NewRequest): Promise<RequestRow> {
  const [row] = await tx
    .insert(support_requests)
    .values({ ...request, owner_id: owner })
    .returning()
  return row!
}

/** The newest first. */
export async function listRequests(owner: OwnerId, db: Db, limit: number): Promise<RequestRow[]> {
  return db
    .select()
    .from(support_requests)
    .where(eq(support_requests.owner_id, owner))
    .orderBy(desc(support_requests.created_at), desc(support_requests.id))
    .limit(limit)
}
