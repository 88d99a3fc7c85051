import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { plainList, textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { mailbox_people, mailboxes } from '../../db/schema.ts'
import type { MailboxRow } from './own-mailboxes.rules.ts'

/** Removed ones too, in the order in which they were connected. */
export async function listAll(db: Db, owner: OwnerId): Promise<MailboxRow[]> {
  return db
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.owner_id, owner))
    .orderBy(asc(mailboxes.connected_at), asc(mailboxes.id))
}

export async function hasUsed(db: Db, owner: OwnerId): Promise<boolean> {
  const { id, owner_id, is_used, removed_at } = mailboxes
  const [row] = await db
    .select({ id })
    .from(mailboxes)
    .where(and(eq(owner_id, owner), eq(is_used, true), isNull(removed_at)))
    .limit(1)
  return row !== undefined
}

/** Campaign mail leaves today. `next_at` is null without a gap. */
export async function recordTurn(
  tx: Db,
  owner: OwnerId,
  id: string,
  { day, next_at }: { day: string; next_at: string | null },
): Promise<void> {
  const { sending_days, last_sending_day } = mailboxes
  await tx
    .update(mailboxes)
    .set({
      next_at,
      sending_days: sql`${sending_days} + case when ${last_sending_day} is distinct from ${day}::date then 1 else 0 end`,
      last_sending_day: day,
    })
    .where(and(eq(mailboxes.owner_id, owner), eq(mailboxes.id, id)))
}

/** The mailboxes that these lower-case addresses hear from, removed ones too. */
export async function listBound(
  db: Db,
  owner: OwnerId,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const { email, mailbox_id, owner_id } = mailbox_people
  const rows = await db
    .select({ email, mailbox_id })
    .from(mailbox_people)
    .where(and(eq(owner_id, owner), sql`${email} = any(${textList(emails)})`))
  return new Map(rows.map((row) => [row.email, row.mailbox_id]))
}

export interface Binding {
  email: string
  mailbox_id: string
  recipient_id: string
}

/**
 * Binds a person to the mailbox of a message, unless they hear from another one that exists. False then, or if the
 * mailbox can't send any more.
 */
export async function bind(
  tx: Db,
  owner: OwnerId,
  { email, mailbox_id, recipient_id }: Binding,
  at: string,
): Promise<boolean> {
  // A person bound by a message of which nothing is known yet hangs on the newest one.
  const { rows } = await tx.execute(sql`
    with bound as (
      insert into mailbox_people (owner_id, email, mailbox_id, recipient_id, bound_at)
      select ${owner}::uuid, ${email}, m.id, ${recipient_id}::uuid, ${at}::timestamptz from mailboxes m
      where m.owner_id = ${owner} and m.id = ${mailbox_id} and m.state = 'connected' and m.removed_at is null
      on conflict (owner_id, email) do update
        set mailbox_id = excluded.mailbox_id, bound_at = excluded.bound_at,
          recipient_id = case when mailbox_people.mailbox_id = excluded.mailbox_id and mailbox_people.recipient_id is null
            then null else excluded.recipient_id end
        where mailbox_people.mailbox_id = excluded.mailbox_id or exists (
          select from mailboxes gone where gone.id = mailbox_people.mailbox_id and gone.removed_at is not null)
      returning id)
    select id from bound`)
  return rows.length === 1
}

/** These messages were handed over: whom they bound stays bound. */
export async function confirm(
  tx: Db,
  owner: OwnerId,
  sent: readonly Omit<Binding, 'recipient_id'>[],
  at: string,
): Promise<void> {
  if (sent.length === 0) return
  const emails = textList(sent.map(({ email }) => email))
  await tx.execute(sql`
    insert into mailbox_people (owner_id, email, mailbox_id, bound_at)
    select distinct on (email) ${owner}::uuid, email, mailbox_id, ${at}::timestamptz
    from unnest(${emails}, ${plainList(sent.map(({ mailbox_id }) => mailbox_id))}::uuid[]) as sent (email, mailbox_id)
    order by email
    on conflict (owner_id, email) do update set recipient_id = null
      where mailbox_people.mailbox_id = excluded.mailbox_id and mailbox_people.recipient_id is not null`)
}

/** These messages were not handed over: whom they bound is free again. */
export async function unbind(tx: Db, owner: OwnerId, recipientIds: readonly string[]): Promise<void> {
  await tx
    .delete(mailbox_people)
    .where(and(eq(mailbox_people.owner_id, owner), inArray(mailbox_people.recipient_id, [...recipientIds])))
}

/** People hear from this mailbox from now on. */
export async function move(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  mailbox_id: string,
  at: string,
): Promise<void> {
  if (emails.length === 0) return
  await tx.execute(sql`
    insert into mailbox_people (owner_id, email, mailbox_id, bound_at)
    select distinct ${owner}::uuid, email, ${mailbox_id}::uuid, ${at}::timestamptz from unnest(${textList(emails)}) as email
    order by email
    on conflict (owner_id, email) do update
      set mailbox_id = excluded.mailbox_id, recipient_id = null, bound_at = excluded.bound_at`)
}
