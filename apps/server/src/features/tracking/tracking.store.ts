import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { recipients, tracking_events } from '../../db/schema.ts'

export type NewEvent = Omit<typeof tracking_events.$inferInsert, 'owner_id'>

export async function insertEvent(tx: Db, owner: OwnerId, event: NewEvent): Promise<void> {
  await tx.insert(tracking_events).values({ owner_id: owner, ...event })
}

export type VisitEvent = Required<Omit<typeof tracking_events.$inferInsert, 'times'>>

/** A proxy that repeats a request this soon serves the same view. */
const REPEAT_SECONDS = 10

/** Inserts visits of many owners, except for stored ones and repeated opens. */
export async function insertVisits(tx: Db, _scope: SystemScope, visits: VisitEvent[]): Promise<void> {
  if (visits.length === 0) return
  const list = (key: keyof VisitEvent) => sql.param(visits.map((visit) => visit[key]))
  await tx.execute(sql`
    insert into tracking_events (id, owner_id, recipient_id, kind, class, rule, detail, at)
    select visit.* from unnest(${list('id')}::uuid[], ${list('owner_id')}::uuid[], ${list('recipient_id')}::uuid[],
      ${list('kind')}::text[], ${list('class')}::text[], ${list('rule')}::text[], ${list('detail')}::jsonb[],
      ${list('at')}::timestamptz[]) as visit (id, owner_id, recipient_id, kind, class, rule, detail, at)
    where visit.kind <> 'open' or not exists (
      select from tracking_events earlier
      where earlier.recipient_id = visit.recipient_id and earlier.kind = 'open' and earlier.rule = visit.rule
        and earlier.at between visit.at - make_interval(secs => ${REPEAT_SECONDS}) and visit.at)
    on conflict (id) do nothing`)
}

/** Counts an owner's bounces and complaints since then. */
export async function countTrouble(
  db: Db,
  owner: OwnerId,
  since: string,
): Promise<{ bounces: number; complaints: number }> {
  const { kind, recipient_id } = tracking_events
  const of = (name: string) =>
    sql<number>`(count(distinct ${recipient_id}) filter (where ${kind} = ${name}))::int`
  const [row] = await db
    .select({ bounces: of('bounce'), complaints: of('complaint') })
    .from(tracking_events)
    .where(
      and(
        eq(tracking_events.owner_id, owner),
        gte(tracking_events.at, since),
        inArray(kind, ['bounce', 'complaint']),
      ),
    )
  return row ?? { bounces: 0, complaints: 0 }
}

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

/** Events since then that end follow-ups, in order, each with the address of its message. */
export async function listEndsSince(tx: Db, owner: OwnerId, since: string) {
  const { kind, detail, at, id, recipient_id, owner_id } = tracking_events
  return tx
    .select({ kind, detail, email: recipients.email, prospect_id: recipients.prospect_id })
    .from(tracking_events)
    .innerJoin(recipients, eq(recipients.id, recipient_id))
    .where(
      and(
        eq(owner_id, owner),
        gte(at, since),
        inArray(kind, ['reply', 'bounce', 'unsubscribe', 'complaint']),
      ),
    )
    .orderBy(asc(at), asc(id))
}

export type EventRow = typeof tracking_events.$inferSelect

/** Visits stored without their facts can't be judged again. */
const isVisit = and(
  inArray(tracking_events.kind, ['open', 'click']),
  isNotNull(tracking_events.detail),
  isNull(tracking_events.times),
)

/** Messages with visits, in pages by id. */
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
  owner: OwnerId,
  id: string,
  verdict: { class: string; rule: string },
): Promise<void> {
  await tx
    .update(tracking_events)
    .set({ class: verdict.class, rule: verdict.rule })
    .where(and(eq(tracking_events.owner_id, owner), eq(tracking_events.id, id)))
}
