import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { tracking_events } from '../../db/schema.ts'

export type NewEvent = Omit<typeof tracking_events.$inferInsert, 'owner_id'>

export async function insertEvent(tx: Db, owner: OwnerId, event: NewEvent): Promise<void> {
  await tx.insert(tracking_events).values({ owner_id: owner, ...event })
}

/** Events of many owners at once: each row names its own. */
export async function insertEvents(
  tx: Db,
  _scope: SystemScope,
  events: (typeof tracking_events.$inferInsert)[],
): Promise<void> {
  if (events.length === 0) return
  // Most were noticed in one of a few ways: each way is written out, sent and read once.
  const ways: string[] = []
  const nthOf = new Map<string, number>()
  const details = new Map<unknown, number>()
  const wayOf = ({ owner_id, kind, class: kind_of, rule, detail }: (typeof events)[number], n: number) => {
    if (!details.has(detail)) details.set(detail, n)
    const key = `${owner_id} ${kind} ${kind_of} ${rule} ${details.get(detail)}`
    const known = nthOf.get(key)
    if (known !== undefined) return known
    nthOf.set(key, ways.push(JSON.stringify({ owner_id, kind, class: kind_of, rule, detail })))
    return ways.length
  }
  // As text: ids, numbers and times hold nothing that an array's text would have to escape.
  const list = (items: (string | number)[]) => sql.param(`{${items.join(',')}}`)
  const nth = list(events.map(wayOf))
  await tx.execute(sql`
    insert into tracking_events (owner_id, recipient_id, kind, class, rule, detail, at)
    select owner_id, recipient_id, kind, class, rule, detail, at
    from unnest(${list(events.map(({ recipient_id }) => recipient_id))}::uuid[], ${nth}::integer[],
      ${list(events.map(({ at }) => at))}::timestamptz[]) as seen (recipient_id, nth, at)
    join rows from (jsonb_to_recordset(${`[${ways.join(',')}]`}::jsonb)
      as (owner_id uuid, kind text, class text, rule text, detail jsonb)) with ordinality
      as way (owner_id, kind, class, rule, detail, n) on way.n = seen.nth`)
}

/** Messages of an owner that came back, and that were complained about, since then. */
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
