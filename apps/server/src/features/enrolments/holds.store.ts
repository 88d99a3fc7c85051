import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { enrolments, type HoldReason, person_holds } from '../../db/schema.ts'
import { type Changed, IS_OPEN, isOf, lockedIds, type Whom } from './enrolments.store.ts'

export type PersonHoldRow = typeof person_holds.$inferSelect

/** Holds of a person, which end by themselves; an unconfirmed message needs news of it first. */
const IS_PERSON_HOLD = sql.raw(`e.hold_reason in ('away', 'manual')`)

/** The spans with those in force ended at this time. */
const spansUntil = (at: string): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('from', span->'from',
    'until', least((span->>'until')::timestamptz, ${at}::timestamptz))), '[]')
  from jsonb_array_elements(e.held_spans) as span where (span->>'from')::timestamptz < ${at}::timestamptz)`

type NewHold = Pick<PersonHoldRow, 'until' | 'reason' | 'created_at'>

/** Sets a hold on people. Left out are those with a longer one, which an away note doesn't shorten. */
export async function holdPersons(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  { until, reason, created_at }: NewHold,
): Promise<PersonHoldRow[]> {
  if (emails.length === 0) return []
  const isStronger = reason === 'manual' ? sql`` : sql`where person_holds.until < excluded.until`
  const { rows } = await tx.execute<PersonHoldRow & Record<string, unknown>>(sql`
    insert into person_holds (owner_id, email, until, reason, created_at)
    select ${owner}::uuid, email, ${until}::timestamptz, ${reason}, ${created_at}::timestamptz
    from unnest(${textList(emails)}) as email order by email
    on conflict (owner_id, email) do update
      set until = excluded.until, reason = excluded.reason, created_at = excluded.created_at ${isStronger}
    returning *`)
  const held = textList(rows.map(({ email }) => email))
  const span = sql`jsonb_build_array(jsonb_build_object('from', ${created_at}::timestamptz, 'until', ${until}::timestamptz))`
  await tx.execute(sql`
    with locked as materialized (${lockedIds(owner, sql`${IS_OPEN} and e.email = any(${held})`)})
    update enrolments e set held_spans = ${spansUntil(created_at)} || ${span}, due_at = null, state = 'held',
      hold_reason = case when e.hold_reason = 'unconfirmed' then e.hold_reason else ${reason} end,
      held_until = case when e.hold_reason = 'unconfirmed' then null else ${until}::timestamptz end,
      missing = null, updated_at = ${created_at}
    from locked where e.id = locked.id`)
  return rows
}

/** Holds of persons in force that were set while these enrolments were deleted. */
export async function followHolds(tx: Db, owner: OwnerId, campaignId: string, at: string): Promise<void> {
  const isKnown = sql`e.held_spans @> jsonb_build_array(jsonb_build_object('until', h.until))`
  await tx.execute(sql`
    with locked as materialized (${lockedIds(owner, sql`${IS_OPEN} and e.campaign_id = ${campaignId}`)})
    update enrolments e set due_at = null, state = 'held', missing = null, updated_at = ${at},
      held_spans = e.held_spans || jsonb_build_array(jsonb_build_object('from', h.created_at, 'until', h.until)),
      hold_reason = case when e.hold_reason = 'unconfirmed' then e.hold_reason else h.reason end,
      held_until = case when e.hold_reason = 'unconfirmed' then null else h.until end
    from locked, person_holds h
    where e.id = locked.id and h.owner_id = e.owner_id and h.email = e.email and h.until > ${at} and not ${isKnown}`)
}

/** Their days are kept with the enrolments. */
export async function deleteEnded(tx: Db, owner: OwnerId, at: string): Promise<void> {
  await tx.delete(person_holds).where(and(eq(person_holds.owner_id, owner), lte(person_holds.until, at)))
}

/** Lifts the holds on people: only the days until now are left out of their waits. */
export async function liftPersons(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  at: string,
): Promise<void> {
  if (emails.length === 0) return
  await tx
    .delete(person_holds)
    .where(and(eq(person_holds.owner_id, owner), sql`${person_holds.email} = any(${textList(emails)})`))
  await tx.execute(sql`
    with locked as materialized (${lockedIds(owner, sql`${IS_OPEN} and e.email = any(${textList(emails)})`)})
    update enrolments e set held_spans = ${spansUntil(at)}, due_at = null, updated_at = ${at},
      state = case when ${IS_PERSON_HOLD} and ${isActive} then 'waiting' else e.state end,
      hold_reason = case when not coalesce(${IS_PERSON_HOLD}, false) then e.hold_reason
        when ${isActive} then null else 'campaign_paused' end,
      held_until = case when ${IS_PERSON_HOLD} then null else e.held_until end
    from locked where e.id = locked.id and e.state <> 'queued'`)
}

/** Not paused. */
const isActive = sql.raw(`(select c.status <> 'paused' from campaigns c where c.id = e.campaign_id)`)

/** Holds in force, the earliest end first. */
export async function listHolds(db: Db, owner: OwnerId, at: string): Promise<PersonHoldRow[]> {
  return db
    .select()
    .from(person_holds)
    .where(and(eq(person_holds.owner_id, owner), gt(person_holds.until, at)))
    .orderBy(asc(person_holds.until), asc(person_holds.email))
}

export async function findHold(
  db: Db,
  owner: OwnerId,
  id: string,
  at: string,
): Promise<PersonHoldRow | null> {
  if (!isRowId(id)) return null
  const [row] = await db
    .select()
    .from(person_holds)
    .where(and(eq(person_holds.owner_id, owner), eq(person_holds.id, id), gt(person_holds.until, at)))
  return row ?? null
}

/** Which of these lower-case addresses are on hold, each with the end of its hold. */
export async function listHeld(
  db: Db,
  owner: OwnerId,
  emails: readonly string[],
  at: string,
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .select({ email: person_holds.email, until: person_holds.until })
    .from(person_holds)
    .where(
      and(
        eq(person_holds.owner_id, owner),
        gt(person_holds.until, at),
        sql`${person_holds.email} = any(${textList(emails)})`,
      ),
    )
  return new Map(rows.map(({ email, until }) => [email, until]))
}

/** Holds open enrolments for a reason that lets the wait run. Holds of persons and doubts about a message stay. */
export async function holdFor(
  tx: Db,
  owner: OwnerId,
  whom: Whom,
  { reason, at }: { reason: HoldReason; at: string },
): Promise<Changed[]> {
  const { rows } = await tx.execute<Changed & Record<string, unknown>>(sql`
    with locked as materialized (${lockedIds(
      owner,
      sql`${IS_OPEN} and coalesce(e.hold_reason not in ('away', 'manual', 'unconfirmed'), true) and ${isOf(owner, whom)}`,
    )})
    update enrolments e set state = 'held', hold_reason = ${reason}, held_until = null, missing = null, updated_at = ${at}
    from locked where e.id = locked.id
    returning e.campaign_id, e.campaign_prospect_id`)
  return rows
}

/** The reason is over: people held for it wait again. */
export async function release(
  tx: Db,
  owner: OwnerId,
  whom: Whom | 'all',
  { reason, at, limit }: { reason: HoldReason; at: string; limit?: number },
): Promise<number> {
  const which = whom === 'all' ? sql`true` : isOf(owner, whom)
  const { rowCount } = await tx.execute(sql`
    with locked as materialized (
      select e.id from enrolments e
      where e.owner_id = ${owner} and e.state = 'held' and e.hold_reason = ${reason} and ${which}
      order by e.id limit ${limit ?? null}::int for update)
    update enrolments e set state = 'waiting', hold_reason = null, held_until = null, missing = null, updated_at = ${at}
    from locked where e.id = locked.id`)
  return rowCount ?? 0
}

/** Holds people whose newest follow-up may or may not have arrived. */
export async function holdUnconfirmed(
  tx: Db,
  owner: OwnerId,
  { campaign_prospect_id, step_id }: { campaign_prospect_id: string; step_id: string },
  at: string,
): Promise<void> {
  await tx
    .update(enrolments)
    .set({ state: 'held', hold_reason: 'unconfirmed', held_until: null, updated_at: at })
    .where(
      and(
        eq(enrolments.owner_id, owner),
        eq(enrolments.campaign_prospect_id, campaign_prospect_id),
        eq(enrolments.next_step_id, step_id),
        // Waiting: released from a hold while the message was on its way.
        inArray(enrolments.state, ['queued', 'held', 'waiting']),
      ),
    )
}
