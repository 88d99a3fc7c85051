import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { SystemScope } from '../../../db/owner.ts'
import { tracking_events } from '../../../db/schema.ts'

export type EventRow = typeof tracking_events.$inferSelect

/** Only what was kept with its facts can be judged again. */
const isVisit = and(inArray(tracking_events.kind, ['open', 'click']), isNotNull(tracking_events.detail))

/** Messages with visits, page by page in the order of their ids. */
export async function listVisited(
  db: Db,
  _scope: SystemScope,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: tracking_events.recipient_id })
    .from(tracking_events)
    .where(and(isVisit, after === null ? undefined : gt(tracking_events.recipient_id, after)))
    .orderBy(asc(tracking_events.recipient_id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function listVisits(db: Db, _scope: SystemScope, ids: string[]): Promise<EventRow[]> {
  return db
    .select()
    .from(tracking_events)
    .where(and(isVisit, inArray(tracking_events.recipient_id, ids)))
    .orderBy(asc(tracking_events.at), asc(tracking_events.id))
}

export async function updateVerdict(
  tx: Db,
  _scope: SystemScope,
  id: string,
  verdict: { class: string; rule: string },
): Promise<void> {
  await tx
    .update(tracking_events)
    .set({ class: verdict.class, rule: verdict.rule })
    .where(eq(tracking_events.id, id))
}
