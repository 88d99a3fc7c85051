import type { ProspectSelection, ProspectStatus } from '@goldpan/contract/prospects'
import { and, asc, eq, sql } from 'drizzle-orm'
import { belongsTo, isOneOf, plainList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { prospect_events, prospects } from '../../db/schema.ts'
import { selected } from './listing.store.ts'

export async function insertStatusEvent(
  tx: Db,
  owner: OwnerId,
  event: { prospect_id: string; from_status: ProspectStatus; to_status: ProspectStatus; at: string },
): Promise<void> {
  await tx.insert(prospect_events).values({ owner_id: owner, kind: 'status', ...event })
}

export async function insertGenerated(tx: Db, owner: OwnerId, ids: string[], at: string): Promise<void> {
  if (ids.length > 0)
    await tx.execute(sql`
      insert into prospect_events (owner_id, prospect_id, kind, at)
      select ${owner}::uuid, id, 'email_generated', ${at}::timestamptz from unnest(${sql.param(ids)}::uuid[]) id`)
}

export async function listEvents(db: Db, owner: OwnerId, prospectId: string) {
  return db
    .select()
    .from(prospect_events)
    .where(and(eq(prospect_events.owner_id, owner), eq(prospect_events.prospect_id, prospectId)))
    .orderBy(asc(prospect_events.at), asc(prospect_events.id))
}

/** Sets a status, stores each previous one, and returns how many changed. */
export async function changeStatus(
  tx: Db,
  owner: OwnerId,
  selection: ProspectSelection,
  change: { id: string; status: ProspectStatus; at: string },
): Promise<number> {
  const before = tx
    .select({ id: prospects.id, status: prospects.status })
    .from(prospects)
    .where(and(selected(owner, selection), sql`${prospects.status} <> ${change.status}`))
    .for('update')
  const { rowCount } = await tx.execute(sql`
    with before as (${before}), changed as (
      update prospects set status = ${change.status}, is_edited = true, updated_at = ${change.at}::timestamptz
      from before where prospects.id = before.id and prospects.owner_id = ${owner}
      returning prospects.id, before.status as from_status)
    insert into prospect_events (owner_id, prospect_id, kind, from_status, to_status, change_id, at)
    select ${owner}::uuid, id, 'status', from_status, ${change.status}::text, ${change.id}::uuid, ${change.at}::timestamptz
    from changed`)
  return rowCount ?? 0
}

/**
 * True for statuses that a person chose: whoever was converted, or whose newest choice is still the status. What a label
 * set is no such choice; what a label set that a person chose is one for rules.
 */
const isByHand = (by: 'rule' | 'person') =>
  sql.raw(`(p.status = 'converted' or coalesce((
  select case when e.set_by = 'label' or e.set_by = 'choice' and ${by === 'person'} then false
    when e.set_by = 'undo' then p.status = 'rejected' else e.to_status = p.status end
  from prospect_events e where e.prospect_id = p.id and e.kind = 'status' order by e.at desc, e.id desc limit 1
), p.status = 'rejected'))`)

/** Sets the status that a label stands for, but never over one set by hand. Returns how many changed. */
export async function labelStatus(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
  change: { id: string; status: ProspectStatus; by: 'rule' | 'person'; at: string },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with before as (
      select p.id, p.status from prospects p
      where p.id = any(${plainList(ids)}::uuid[]) and coalesce(p.owner_id = ${owner}, false)
        and p.status <> ${change.status} and not ${isByHand(change.by)}
      order by p.id for no key update),
    changed as (
      update prospects set status = ${change.status}, updated_at = ${change.at}::timestamptz
      from before where prospects.id = before.id
      returning prospects.id, before.status as from_status)
    insert into prospect_events (owner_id, prospect_id, kind, from_status, to_status, change_id, set_by, at)
    select ${owner}::uuid, id, 'status', from_status, ${change.status}::text, ${change.id}::uuid,
      ${change.by === 'person' ? 'choice' : 'label'}, ${change.at}::timestamptz
    from changed`)
  return rowCount ?? 0
}

/** The prospects that a change gave another status. */
export async function listChanged(tx: Db, owner: OwnerId, changeId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: prospect_events.prospect_id })
    .from(prospect_events)
    .where(and(eq(prospect_events.owner_id, owner), eq(prospect_events.change_id, changeId)))
  return rows.map(({ id }) => id)
}

export async function hasChange(db: Db, owner: OwnerId, changeId: string): Promise<boolean> {
  const rows = await db
    .select({ id: prospect_events.id })
    .from(prospect_events)
    .where(and(eq(prospect_events.owner_id, owner), eq(prospect_events.change_id, changeId)))
    .limit(1)
  return rows.length > 0
}

/** Undoes a change for prospects, or for these of them, whose status is still the one it set. */
export async function undoChange(
  tx: Db,
  owner: OwnerId,
  changeId: string,
  at: string,
  ids: readonly string[] | null = null,
): Promise<number> {
  const among = ids === null ? sql`` : sql` and ${isOneOf(prospect_events.prospect_id, ids)}`
  const { rowCount } = await tx.execute(sql`
    with change as materialized (
      select prospect_id, from_status, to_status from prospect_events
      where owner_id = ${owner} and change_id = ${changeId}::uuid${among}),
    undone as (
      update prospects set status = change.from_status, updated_at = ${at}::timestamptz
      from change
      where prospects.id = change.prospect_id
        and coalesce(prospects.owner_id = ${owner} and prospects.status = change.to_status, false)
      returning prospects.id, change.from_status, change.to_status)
    insert into prospect_events (owner_id, prospect_id, kind, from_status, to_status, set_by, at)
    select ${owner}::uuid, id, 'status', to_status, from_status, 'undo', ${at}::timestamptz from undone`)
  return rowCount ?? 0
}

/** Locks up to `limit` of the selected prospects. */
export async function lockSelected(
  tx: Db,
  owner: OwnerId,
  selection: ProspectSelection,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .select({ id: prospects.id })
    .from(prospects)
    .where(selected(owner, selection))
    .orderBy(asc(prospects.id))
    .limit(limit)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Each address of the selected prospects once, in lower case. */
export async function listEmails(tx: Db, owner: OwnerId, selection: ProspectSelection): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ email: sql<string>`lower(${prospects.email})` })
    .from(prospects)
    .where(selected(owner, selection))
  return rows.map(({ email }) => email)
}

export async function lockOfTable(tx: Db, owner: OwnerId, tableId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: prospects.id })
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), eq(prospects.business_table_id, tableId)))
    .orderBy(asc(prospects.id))
    .for('update')
  return rows.map(({ id }) => id)
}

export async function deleteByIds(tx: Db, owner: OwnerId, ids: readonly string[]) {
  return tx
    .delete(prospects)
    .where(and(belongsTo(prospects.owner_id, owner), isOneOf(prospects.id, ids)))
    .returning({ place_id: prospects.place_id, email: prospects.email })
}
