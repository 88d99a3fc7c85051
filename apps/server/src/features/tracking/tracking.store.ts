import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { tracking_events } from '../../db/schema.ts'

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
