import { asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { Month, MonthlyTable } from '../../db/months.store.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { organization_members, owners, retention_choices, text_moves } from '../../db/schema.ts'

export type ChoiceRow = typeof retention_choices.$inferSelect
export type Choice = Pick<ChoiceRow, 'texts_days' | 'events_days' | 'incoming_days'>

export async function findChoice(db: Db, owner: OwnerId): Promise<Choice | null> {
  const { texts_days, events_days, incoming_days } = retention_choices
  const [row] = await db
    .select({ texts_days, events_days, incoming_days })
    .from(retention_choices)
    .where(eq(retention_choices.owner_id, owner))
  return row ?? null
}

export async function saveChoice(tx: Db, owner: OwnerId, choice: Choice, at: string): Promise<void> {
  const set = { ...choice, updated_at: at }
  await tx
    .insert(retention_choices)
    .values({ owner_id: owner, ...set })
    .onConflictDoUpdate({ target: retention_choices.owner_id, set })
}

/** The person's role in an organization, locked against changes. */
export async function lockRole(tx: Db, owner: OwnerId, person: OwnerId) {
  const { organization_id, user_id, role } = organization_members
  const [row] = await tx
    .select({ role })
    .from(organization_members)
    .where(sql`${organization_id} = ${owner} and ${user_id} = ${person}`)
    .for('share')
  return row?.role ?? null
}

export interface OwnerRetention extends Choice {
  id: string
  /** The texts of messages that ended before this time have been moved. */
  moved_until: string | null
}

/** Sorts before all other ids. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** All owners with their choices, in pages by id. */
export async function listOwners(
  db: Db,
  _scope: SystemScope,
  after: string | null,
  limit: number,
): Promise<OwnerRetention[]> {
  const page = await db
    .select({ id: owners.id })
    .from(owners)
    .where(gt(owners.id, after ?? FIRST_ID))
    .orderBy(asc(owners.id))
    .limit(limit)
  const ids = page.map(({ id }) => id)
  const choices = await db.select().from(retention_choices).where(inArray(retention_choices.owner_id, ids))
  const moves = await db.select().from(text_moves).where(inArray(text_moves.owner_id, ids))
  const choiceOf = new Map(choices.map((row) => [row.owner_id, row]))
  const movedUntil = new Map(moves.map((row) => [row.owner_id, row.moved_until]))
  return ids.map((id) => ({
    id,
    texts_days: choiceOf.get(id)?.texts_days ?? null,
    events_days: choiceOf.get(id)?.events_days ?? null,
    incoming_days: choiceOf.get(id)?.incoming_days ?? null,
    moved_until: movedUntil.get(id) ?? null,
  }))
}

/**
 * Moves texts of messages that ended in this period to `sent_texts`, the oldest first. Cancels copies to Sent folders that
 * are still due. Returns how many.
 */
export async function moveTexts(
  db: Db,
  owner: OwnerId,
  { from, to, limit }: { from: string | null; to: string; limit: number },
): Promise<number> {
  const { rows } = await db.execute<{ moved: number }>(sql`
    with old as (
      select id, owner_id, finished_at, content from recipients
      where owner_id = ${owner} and finished_at >= ${from ?? '-infinity'}::timestamptz
        and finished_at < ${to}::timestamptz and content <> ''
        and state in ('sent', 'failed', 'unconfirmed', 'cancelled', 'suppressed', 'expired')
      order by finished_at limit ${limit} for update),
    texts as (
      insert into sent_texts (owner_id, recipient_id, at, content) select owner_id, id, finished_at, content from old),
    emptied as (
      update recipients set content = '', sent_copy_at = null from old
      where recipients.id = old.id and recipients.owner_id = ${owner} returning recipients.id)
    select count(*)::int as moved from emptied`)
  return rows[0]!.moved
}

export async function noteMoved(db: Db, owner: OwnerId, until: string): Promise<void> {
  await db
    .insert(text_moves)
    .values({ owner_id: owner, moved_until: until })
    .onConflictDoUpdate({ target: text_moves.owner_id, set: { moved_until: until } })
}

/** A batch of an owner's old rows. */
export interface Batch {
  before: string
  limit: number
  /** Only rows outside of months, since whole months are dropped. */
  onlyUnpartitioned: boolean
}

const tableOf = (table: MonthlyTable, onlyUnpartitioned: boolean) =>
  onlyUnpartitioned ? sql`only ${sql.identifier(table)}` : sql`${sql.identifier(table)}`

/** Deletes a batch of an owner's old texts or attempts. Returns the ids of their messages. */
export async function deleteBatch(
  db: Db,
  owner: OwnerId,
  table: 'sent_texts' | 'send_attempts',
  { before, limit, onlyUnpartitioned }: Batch,
): Promise<string[]> {
  const from = tableOf(table, onlyUnpartitioned)
  const key = sql.identifier(table === 'sent_texts' ? 'recipient_id' : 'id')
  const isOld = sql`owner_id = ${owner} and at < ${before}::timestamptz`
  const { rows } = await db.execute<{ recipient_id: string }>(sql`
    delete from ${from} where ${isOld} and ${key} = any(array(
      select ${key} from ${from} where ${isOld} limit ${limit})) returning recipient_id`)
  return rows.map(({ recipient_id }) => recipient_id)
}

interface TextKey {
  owner_id: string
  recipient_id: string
}

/** Messages whose texts are in a month, in pages. */
export async function listTextsOf(
  db: Db,
  _scope: SystemScope,
  month: Month,
  { after, limit }: { after: TextKey | null; limit: number },
): Promise<TextKey[]> {
  const { rows } = await db.execute<TextKey & Record<string, unknown>>(sql`
    select owner_id, recipient_id from ${sql.identifier(month.name)}
    ${after ? sql`where (owner_id, recipient_id) > (${after.owner_id}::uuid, ${after.recipient_id}::uuid)` : sql``}
    order by owner_id, recipient_id limit ${limit}`)
  return rows
}

/** Clears the written emails of these messages in their campaigns, unless the campaign still writes to the person. */
export async function clearEmails(
  db: Db,
  _scope: SystemScope,
  { ids, before }: { ids: string[]; before: string },
): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    update campaign_prospects c set email_content = null, edited_body = null from recipients r
    where r.id = any(${sql.param(ids)}::uuid[]) and c.id = r.campaign_prospect_id and c.sent_at < ${before}::timestamptz
      and c.email_content is not null and not exists (
        select from enrolments e where e.campaign_prospect_id = c.id and e.state in ('waiting', 'queued', 'held'))
      and not exists (
        select from recipients q
        where q.campaign_prospect_id = c.id and q.state in ('queued', 'claimed', 'transmitting'))`)
}

/**
 * The summary of events that figures and statuses need: opens and clicks summed by message, class and link, with the
 * first moment; bounces, replies and the like one by one; both without their details.
 */
const insertSummary = (events: SQL) => sql`
  insert into tracking_events (id, owner_id, recipient_id, kind, class, detail, at, times)
  select md5(concat(recipient_id, '|', kind, '|', class, '|', detail->>'link'))::uuid, owner_id, recipient_id, kind, class,
    case when detail->>'link' is not null then jsonb_build_object('link', detail->>'link') end, min(at), count(*)::int
  from (${events}) e where kind in ('open', 'click') group by owner_id, recipient_id, kind, class, detail->>'link'
  union all
  select id, owner_id, recipient_id, kind, class,
    case when detail ? 'stop' then jsonb_build_object('stop', detail->'stop') end, at, 1
  from (${events}) e where kind in ('bounce', 'complaint', 'reply', 'unsubscribe', 'resubscribe')
  on conflict (id) do update set times = tracking_events.times + excluded.times,
    at = least(tracking_events.at, excluded.at)`

/** Replaces a batch of an owner's old events by their summary. Returns how many. */
export async function summarizeEvents(
  db: Db,
  owner: OwnerId,
  { before, limit, onlyUnpartitioned }: Batch,
): Promise<number> {
  const from = tableOf('tracking_events', onlyUnpartitioned)
  const isOld = sql`owner_id = ${owner} and at < ${before}::timestamptz and times is null`
  const { rows } = await db.execute<{ gone: number }>(sql`
    with gone as (
      delete from ${from} where ${isOld} and id = any(array(
        select id from ${from} where ${isOld} limit ${limit})) returning *),
    kept as (${insertSummary(sql`select * from gone`)})
    select count(*)::int as gone from gone`)
  return rows[0]!.gone
}

/** Summarizes a month that is dropped in the same transaction, and locks it against writes. */
export async function summarizeMonth(tx: Db, _scope: SystemScope, month: Month): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`)
  await tx.execute(sql`lock table ${sql.identifier(month.name)} in share row exclusive mode`)
  await tx.execute(insertSummary(sql`select * from ${sql.identifier(month.name)}`))
}

/** Fails with lock_not_available (55P03) while a transaction reads the month, such as a backup. */
export async function requireUnread(tx: Db, _scope: SystemScope, month: Month): Promise<void> {
  // Without waiting, because bookings read all months of usage and would wait behind it.
  await tx.execute(sql`lock table ${sql.identifier(month.name)} in access exclusive mode nowait`)
}

/**
 * Rebuilds the search words of conversations with messages in this period, a page at a time. Returns the last id, or
 * null after the last page.
 */
export async function rebuildWords(
  db: Db,
  _scope: SystemScope,
  { from, to, after, limit }: { from: string; to: string; after: string | null; limit: number },
): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null; seen: number }>(sql`
    with page as (
      select id, owner_id, email from conversations where id > ${after ?? FIRST_ID}::uuid
      order by id limit ${limit}),
    renewed as (
      update conversation_words w set words = words_of_conversation(page.id) from page
      where w.conversation_id = page.id and exists (
        select from recipients r where r.owner_id = page.owner_id and lower(r.email) = page.email
          and r.finished_at >= ${from}::timestamptz and r.finished_at < ${to}::timestamptz))
    select (select id from page order by id desc limit 1) as id, (select count(*)::int from page) as seen`)
  const { id, seen } = rows[0]!
  return seen < limit ? null : id
}
