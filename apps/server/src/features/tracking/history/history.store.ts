import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { tracking_events } from '../../../db/schema.ts'

export async function listEventsOf(owner: OwnerId, db: Db, recipientIds: string[], limit: number) {
  if (recipientIds.length === 0) return []
  return db
    .select()
    .from(tracking_events)
    .where(and(eq(tracking_events.owner_id, owner), inArray(tracking_events.recipient_id, recipientIds)))
    .orderBy(asc(tracking_events.at), asc(tracking_events.id))
    .limit(limit)
}
