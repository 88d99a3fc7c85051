import { and, eq, gte, inArray, sql } from 'drizzle-orm'
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
  if (events.length === 0) return
  // One parameter for all of them: thousands of parameters take longer to bind than the rows to write.
  await tx.execute(sql`
    insert into tracking_events (owner_id, recipient_id, kind, class, rule, detail, at)
    select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as e (owner_id uuid, recipient_id uuid, kind text, class text, rule text, detail jsonb, at timestamptz)`)
}

/** Messages of an owner that came back, and that were complained about, since then. */
export async function countTrouble(
  owner: OwnerId,
  db: Db,
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
