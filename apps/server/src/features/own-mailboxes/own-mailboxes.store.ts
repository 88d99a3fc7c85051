import { and, asc, eq, getTableColumns, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { asOwner, type OwnerId, type SystemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import {
  mailbox_looks,
  mailbox_people,
  mailboxes,
  organization_members,
  owners,
  sender_mailboxes,
  users,
} from '../../db/schema.ts'
import type { MailboxRow } from './own-mailboxes.rules.ts'

/** With figures for screens. */
export type ListedMailbox = MailboxRow & {
  connected_by_name: string | null
  people: number
  waiting: number
}

const people = sql<number>`(select count(*)::int from mailbox_people p where p.mailbox_id = mailboxes.id)`
const waiting = sql<number>`(
  select count(distinct p.email)::int from mailbox_people p
  join enrolments e on e.owner_id = p.owner_id and e.email = p.email and e.state in ('waiting', 'queued', 'held')
  where p.mailbox_id = mailboxes.id)`

/** In the order in which they were connected. */
export const listMailboxes = (db: Db, owner: OwnerId): Promise<ListedMailbox[]> =>
  listWhere(db, owner, isNull(mailboxes.removed_at))

/** Null if it is gone. */
export async function findListed(db: Db, owner: OwnerId, id: string): Promise<ListedMailbox | null> {
  if (!isRowId(id)) return null
  const [row] = await listWhere(db, owner, and(eq(mailboxes.id, id), isNull(mailboxes.removed_at)))
  return row ?? null
}

async function listWhere(db: Db, owner: OwnerId, where: SQL | undefined): Promise<ListedMailbox[]> {
  return db
    .select({
      ...getTableColumns(mailboxes),
      connected_by_name: sql<string | null>`trim(${users.first_name} || ' ' || ${users.last_name})`,
      people,
      waiting,
    })
    .from(mailboxes)
    .leftJoin(users, eq(users.id, mailboxes.connected_by))
    .where(and(eq(mailboxes.owner_id, owner), where))
    .orderBy(asc(mailboxes.connected_at), asc(mailboxes.id))
}

/** Those that need somebody's attention. */
export async function listDisconnected(db: Db, owner: OwnerId): Promise<MailboxRow[]> {
  return db
    .select()
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.owner_id, owner),
        inArray(mailboxes.state, ['failing', 'needs_login']),
        isNull(mailboxes.removed_at),
      ),
    )
    .orderBy(asc(mailboxes.connected_at), asc(mailboxes.id))
}

/** Serialises connecting and removing until the transaction ends. */
export async function lockOwner(tx: Db, owner: OwnerId): Promise<void> {
  await tx.select({ id: owners.id }).from(owners).where(eq(owners.id, owner)).for('no key update')
}

export async function countMailboxes(db: Db, owner: OwnerId): Promise<number> {
  return db.$count(mailboxes, and(eq(mailboxes.owner_id, owner), isNull(mailboxes.removed_at)))
}

/** Also a removed one. */
export async function findByAddress(db: Db, owner: OwnerId, address: string): Promise<MailboxRow | null> {
  const [row] = await db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.owner_id, owner), eq(sql`lower(${mailboxes.address})`, address.toLowerCase())))
  return row ?? null
}

/** The oldest one with a password. */
export async function findFirstByPassword(db: Db, owner: OwnerId): Promise<MailboxRow | null> {
  const [row] = await db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.owner_id, owner), eq(mailboxes.kind, 'password'), isNull(mailboxes.removed_at)))
    .orderBy(asc(mailboxes.connected_at), asc(mailboxes.id))
    .limit(1)
  return row ?? null
}

export type Insert = typeof mailboxes.$inferInsert

/** A new mailbox, or a removed one that comes back with its people. Returns its id. */
export async function insertMailbox(
  tx: Db,
  owner: OwnerId,
  row: Omit<Insert, 'owner_id' | 'id'>,
): Promise<string> {
  const removed = await findByAddress(tx, owner, row.address)
  if (removed) {
    await tx
      .update(mailboxes)
      .set({ ...row, removed_at: null })
      .where(and(eq(mailboxes.owner_id, owner), eq(mailboxes.id, removed.id)))
    await planLook(tx, owner, removed.id)
    return removed.id
  }
  // After all others, so that their order is the same everywhere.
  const newest = tx
    .select({ at: sql`max(${mailboxes.connected_at}) + interval '1 millisecond'` })
    .from(mailboxes)
    .where(eq(mailboxes.owner_id, owner))
  const [inserted] = await tx
    .insert(mailboxes)
    .values({
      owner_id: owner,
      ...row,
      connected_at: sql`greatest(${row.connected_at}::timestamptz, (${newest}))`,
    })
    .returning({ id: mailboxes.id })
  await planLook(tx, owner, inserted!.id)
  return inserted!.id
}

/** It is visited as soon as possible. A visit that began before the mailbox was removed loses its lease. */
async function planLook(tx: Db, owner: OwnerId, mailbox_id: string): Promise<void> {
  await tx
    .insert(mailbox_looks)
    .values({ mailbox_id, owner_id: owner })
    .onConflictDoUpdate({
      target: mailbox_looks.mailbox_id,
      set: { due_at: 'epoch', held_until: null, lease_id: null },
    })
}

/** Addresses of people who have heard from it and wait for follow-ups, in lower case. */
export async function listWaiting(tx: Db, owner: OwnerId, id: string): Promise<string[]> {
  const isWaiting = sql`exists (
    select 1 from enrolments e where e.owner_id = ${owner} and e.email = ${mailbox_people.email}
      and e.state in ('waiting', 'queued', 'held'))`
  const rows = await tx
    .select({ email: mailbox_people.email })
    .from(mailbox_people)
    .where(and(eq(mailbox_people.owner_id, owner), eq(mailbox_people.mailbox_id, id), isWaiting))
  return rows.map(({ email }) => email)
}

/** The copy of a password from before there were several mailboxes. */
export async function deleteOldMailbox(tx: Db, owner: OwnerId): Promise<void> {
  await tx.delete(sender_mailboxes).where(eq(sender_mailboxes.owner_id, owner))
}

/** The person's role in an organization. Null for somebody who works for themselves. */
export async function findRole(db: Db, owner: OwnerId, person: OwnerId) {
  const [row] = await db
    .select({ role: organization_members.role })
    .from(organization_members)
    .where(and(eq(organization_members.organization_id, owner), eq(organization_members.user_id, person)))
  return row?.role ?? null
}

/** False once the person's account is being deleted. */
export async function isPresent(db: Db, owner: OwnerId): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, owner), isNull(users.deleting_at)))) > 0
}

/** The owners whose mailboxes a person may have connected: their own account and organizations, in order of ids. */
export async function listOwnersOf(tx: Db, owner: OwnerId): Promise<OwnerId[]> {
  const { organization_id, user_id } = organization_members
  const rows = await tx.select({ id: organization_id }).from(organization_members).where(eq(user_id, owner))
  return [...rows.map(({ id }) => asOwner(id)), owner].toSorted()
}

/** With a secret: mailboxes of the owner, and those that they connected for organizations. */
export async function listOfPerson(tx: Db, owner: OwnerId): Promise<MailboxRow[]> {
  return tx
    .select()
    .from(mailboxes)
    .where(
      and(
        or(eq(mailboxes.owner_id, owner), eq(mailboxes.connected_by, owner)),
        ne(mailboxes.sealed_secret, ''),
      ),
    )
    .for('update')
}

/** With a secret: those that a member connected. */
export async function listOfMember(tx: Db, owner: OwnerId, person: string): Promise<MailboxRow[]> {
  return tx
    .select()
    .from(mailboxes)
    .where(
      and(eq(mailboxes.owner_id, owner), eq(mailboxes.connected_by, person), ne(mailboxes.sealed_secret, '')),
    )
    .for('update')
}

/** Their mailboxes belong to the owner and the admins alone, who are also told when one fails. */
export async function forgetMember(tx: Db, owner: OwnerId, person: string): Promise<void> {
  await tx
    .update(mailboxes)
    .set({ connected_by: null })
    .where(and(eq(mailboxes.owner_id, owner), eq(mailboxes.connected_by, person)))
}

export async function eraseSecret(tx: Db, owner: OwnerId, id: string, at: string): Promise<void> {
  await tx
    .update(mailboxes)
    .set({ sealed_secret: '', state: 'off', granted_scopes: [], updated_at: at })
    .where(and(eq(mailboxes.owner_id, owner), eq(mailboxes.id, id)))
}

/** True if any mailbox uses this account's access: all grants of an account end together. */
export async function isAccountInUse(
  db: Db,
  _scope: SystemScope,
  { kind, account }: { kind: 'google' | 'microsoft'; account: string },
): Promise<boolean> {
  const used = and(
    eq(mailboxes.kind, kind),
    eq(sql`lower(${mailboxes.account})`, account.toLowerCase()),
    isNull(mailboxes.removed_at),
    ne(mailboxes.sealed_secret, ''),
  )
  return (await db.$count(mailboxes, used)) > 0
}

export interface Facts {
  day: string
  first: number
  follow_ups: number
  answers: number
  bounced: number
}

/** Messages a mailbox sent on each day from `first_day` in the time zone. Days without messages are left out. */
export async function countDays(
  db: Db,
  owner: OwnerId,
  id: string,
  { time_zone, first_day }: { time_zone: string; first_day: string },
): Promise<Facts[]> {
  const dayOf = (column: string) => sql`(${sql.raw(column)} at time zone ${time_zone})::date`
  const from = sql`(${first_day}::date::timestamp at time zone ${time_zone})`
  const { rows } = await db.execute<Facts & Record<string, unknown>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(first)::int as first, sum(follow_ups)::int as follow_ups,
      sum(answers)::int as answers, sum(bounced)::int as bounced
    from (
      select ${dayOf('r.first_tried_at')} as day, (r.step_id is null)::int as first,
        (r.step_id is not null)::int as follow_ups, 0 as answers, 0 as bounced
      from recipients r
      where r.owner_id = ${owner} and r.mailbox_id = ${id} and r.first_tried_at >= ${from}
        and r.state in ('sent', 'unconfirmed')
      union all
      select ${dayOf('a.finished_at')}, 0, 0, 1, 0 from answers a
      where a.owner_id = ${owner} and a.mailbox_id = ${id} and a.finished_at >= ${from}
        and a.state in ('sent', 'unconfirmed')
      union all
      select ${dayOf('t.at')}, 0, 0, 0, 1 from tracking_events t
      join recipients r on r.id = t.recipient_id
      where t.owner_id = ${owner} and r.mailbox_id = ${id} and t.kind = 'bounce' and t.at >= ${from}) as facts
    group by 1`)
  return rows
}
