import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { inbound_storage } from '../../db/schema.ts'

/**
 * True for messages `m` that are handled or given up, not to be forwarded, and not referred to by rows that still
 * are.
 */
const isSettled = (maxAttempts: number) => sql`
  (m.handled_at is not null or m.attempts >= ${maxAttempts})
  and coalesce(m.forward_state, 'none') not in ('queued', 'claimed', 'transmitting')
  and not exists (
    select 1 from inbound_messages other
    where other.original_id = m.id
      and ((other.handled_at is null and other.attempts < ${maxAttempts})
        or other.forward_state in ('queued', 'claimed', 'transmitting')))`

/** The sender's text stays. */
const withoutOriginal = sql`raw = '', has_original = false, quoted_text = null,
  bytes = coalesce(octet_length(reply_text), 0)`

export async function findBytes(db: Db, owner: OwnerId): Promise<number> {
  const [row] = await db
    .select({ bytes: inbound_storage.bytes })
    .from(inbound_storage)
    .where(eq(inbound_storage.owner_id, owner))
  return row?.bytes ?? 0
}

export async function addBytes(tx: Db, owner: OwnerId, bytes: number): Promise<void> {
  await tx
    .insert(inbound_storage)
    .values({ owner_id: owner, bytes })
    .onConflictDoUpdate({
      target: inbound_storage.owner_id,
      set: { bytes: sql`${inbound_storage.bytes} + ${bytes}` },
    })
}

/** Recounts an owner's bytes. A message committed meanwhile is counted the next time. */
export async function recountBytes(db: Db, owner: OwnerId): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    insert into inbound_storage (owner_id, bytes)
    select ${owner}::uuid, coalesce(sum(bytes), 0) from inbound_messages where owner_id = ${owner}
    on conflict (owner_id) do update set bytes = excluded.bytes
    returning bytes`)
  return Number(rows[0]?.bytes ?? 0)
}

/** Deletes all mail of a correspondent and the answers to them. */
export async function deleteMailOf(tx: Db, owner: OwnerId, email: string): Promise<void> {
  await tx.execute(sql`delete from answers where owner_id = ${owner} and lower(to_email) = ${email}`)
  await tx.execute(sql`
    delete from inbound_messages
    where owner_id = ${owner} and lower(from_email) = ${email} and kind in ('reply', 'auto-reply')`)
}

/** Deletes at most `limit` of the oldest originals, until this much is free. Returns the number. */
export async function deleteOldestOriginals(
  db: Db,
  owner: OwnerId,
  { bytes, maxAttempts, limit }: { bytes: number; maxAttempts: number; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update inbound_messages set ${withoutOriginal} where has_original and id in (
      select id from (
        select id, sum(freed) over (order by received_at, id) - freed as freed_before from (
          select m.id, m.received_at, octet_length(m.raw) as freed from inbound_messages m
          where m.owner_id = ${owner} and m.has_original and ${isSettled(maxAttempts)}
          order by m.received_at, m.id limit ${limit}) oldest) summed
      where freed_before < ${bytes})`)
  return rowCount ?? 0
}

interface OldMail {
  before: string
  maxAttempts: number
  limit: number
  /** Only this owner's. */
  owner?: OwnerId
}

const isOf = (owner?: OwnerId) => (owner === undefined ? sql`true` : sql`m.owner_id = ${owner}`)

/** Deletes old originals of messages shown with a campaign, and keeps their text. Returns their owners. */
export async function deleteOriginalsBefore(
  db: Db,
  _scope: SystemScope,
  { before, maxAttempts, limit, owner }: OldMail,
): Promise<(string | null)[]> {
  const { rows } = await db.execute<{ owner_id: string | null }>(sql`
    update inbound_messages set ${withoutOriginal} where id = any(array(
      select m.id from inbound_messages m
      where m.received_at < ${before} and ${isOf(owner)} and m.has_original and ${isSettled(maxAttempts)} limit ${limit}))
    returning owner_id`)
  return rows.map(({ owner_id }) => owner_id)
}

/**
 * Deletes old messages that no campaign shows: reports, and unrelated mail unless it is snoozed. A conversation that is
 * left without a message, note or draft goes with it. Returns the owners.
 */
export async function deleteMessagesBefore(
  db: Db,
  _scope: SystemScope,
  { before, maxAttempts, limit, owner }: OldMail,
): Promise<(string | null)[]> {
  const isMail = sql`m.kind in ('reply', 'auto-reply')`
  const { rows } = await db.execute<{ owner_id: string | null; email: string | null }>(sql`
    delete from inbound_messages where id = any(array(
      select m.id from inbound_messages m
      where m.received_at < ${before} and ${isOf(owner)} and ${isSettled(maxAttempts)}
        and (m.recipient_id is null or m.kind is null or not ${isMail})
        and not exists (
          select from conversations c
          where c.owner_id = m.owner_id and c.email = lower(m.from_email) and ${isMail} and c.state = 'snoozed')
      limit ${limit}))
    returning owner_id, lower(from_email) as email`)
  const [owners, emails] = [rows.map(({ owner_id }) => owner_id), rows.map(({ email }) => email)]
  await db.execute(sql`
    delete from conversations c
    using unnest(${sql.param(owners)}::uuid[], ${sql.param(emails)}::text[]) as deleted (owner_id, email)
    where c.owner_id = deleted.owner_id and c.email = deleted.email
      and not exists (
        select from inbound_messages m
        where m.owner_id = c.owner_id and lower(m.from_email) = c.email and ${isMail})
      and not exists (select from conversation_notes where conversation_id = c.id)
      and not exists (select from answer_drafts where conversation_id = c.id)`)
  return owners
}
