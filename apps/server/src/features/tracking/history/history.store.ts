import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../../db/belongs-to.ts'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { tracking_events } from '../../../db/schema.ts'

export async function listEventsOf(db: Db, owner: OwnerId, recipientIds: string[], limit: number) {
  if (recipientIds.length === 0) return []
  return db
    .select()
    .from(tracking_events)
    .where(and(eq(tracking_events.owner_id, owner), inArray(tracking_events.recipient_id, recipientIds)))
    .orderBy(asc(tracking_events.at), asc(tracking_events.id))
    .limit(limit)
}

export async function listEventsSince(db: Db, owner: OwnerId, recipientIds: string[], since: string) {
  if (recipientIds.length === 0) return []
  const { owner_id, recipient_id, at, id } = tracking_events
  return db
    .select()
    .from(tracking_events)
    .where(and(belongsTo(owner_id, owner), isOneOf(recipient_id, recipientIds), gte(at, since)))
    .orderBy(asc(at), asc(id))
}
