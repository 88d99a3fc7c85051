import { pick } from '@goldpan/contract/fields'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { belongsTo, isOneOf, plainList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { campaign_prospects } from '../../db/schema.ts'
import type { RecipientRow } from './recipients.store.ts'

/** Locks recipients in order of id, so that two transactions can't deadlock. Reads no texts. */
export async function lockDeliveries(tx: Db, owner: OwnerId, ids: string[]): Promise<DeliveryColumns[]> {
  if (ids.length === 0) return []
  const { id } = campaign_prospects
  return tx
    .select(pick(campaign_prospects, DELIVERY_COLUMNS))
    .from(campaign_prospects)
    .where(and(belongsTo(campaign_prospects.owner_id, owner), isOneOf(id, ids)))
    .orderBy(asc(id))
    .for('update')
}

const TYPES = {
  id: 'uuid',
  email_status: 'text',
  round: 'integer',
  delivery: 'text',
  status_reason: 'text',
  sent_at: 'timestamptz',
  first_sent_at: 'timestamptz',
  failed_at: 'timestamptz',
  bounced_at: 'timestamptz',
  opened_at: 'timestamptz',
  clicked_at: 'timestamptz',
  responded_at: 'timestamptz',
  unsubscribed_at: 'timestamptz',
} as const satisfies Partial<Record<keyof RecipientRow, string>>
const DELIVERY_COLUMNS = Object.keys(TYPES) as (keyof typeof TYPES)[]
const [, ...CHANGED_COLUMNS] = DELIVERY_COLUMNS

export type DeliveryColumns = Pick<RecipientRow, keyof typeof TYPES>

export async function saveDeliveries(tx: Db, owner: OwnerId, rows: DeliveryColumns[]): Promise<void> {
  if (rows.length === 0) return
  const columns = DELIVERY_COLUMNS.map(
    (name) => sql`${sql.param(rows.map((row) => row[name]))}::${sql.raw(TYPES[name])}[]`,
  )
  await tx.execute(sql`
    update campaign_prospects set ${sql.raw(CHANGED_COLUMNS.map((name) => `${name} = told.${name}`).join(', '))}
    from unnest(${sql.join(columns, sql`, `)}) as told (${sql.raw(DELIVERY_COLUMNS.join(', '))})
    where campaign_prospects.id = told.id and ${belongsTo(campaign_prospects.owner_id, owner)}`)
}

export interface Sent {
  id: string
  round: number
}

/**
 * Marks recipients that waited for this round as sent, in one statement. Returns the others, which need
 * `foldDelivery`.
 */
export async function moveToSent(
  tx: Db,
  owner: OwnerId,
  sends: Sent[],
  change: { sent_at: string; delivery: 'unconfirmed' | null },
): Promise<Set<string>> {
  if (sends.length === 0) return new Set()
  const ids = plainList(sends.map(({ id }) => id))
  const rounds = plainList(sends.map(({ round }) => round))
  const { rows } = await tx.execute<{ id: string }>(sql`
    with told as (select * from unnest(${ids}::uuid[], ${rounds}::integer[]) as t (id, round)),
    held as materialized (
      select id from campaign_prospects
      where id = any(${ids}::uuid[]) and ${belongsTo(campaign_prospects.owner_id, owner)}
      order by id for no key update),
    moved as (
      update campaign_prospects set
        email_status = 'sent', round = told.round, sent_at = ${change.sent_at},
        first_sent_at = coalesce(first_sent_at, ${change.sent_at}), delivery = ${change.delivery}, status_reason = null
      from held join told on told.id = held.id
      where campaign_prospects.id = held.id
        and (campaign_prospects.email_status in ('pending', 'generated') and campaign_prospects.round <= told.round
          or campaign_prospects.email_status in ('sent', 'opened', 'failed') and campaign_prospects.round < told.round)
      returning campaign_prospects.id)
    select told.id from told left join moved on moved.id = told.id where moved.id is null`)
  return new Set(rows.map(({ id }) => id))
}

export interface Opened {
  id: string
  round: number
  opened_at: string
  /** Of a person who followed a link. */
  clicked_at: string | null
}

/**
 * Marks recipients that were sent this round or an older one, and opened none, as opened, in one statement. Returns
 * the others, which need `foldDelivery`.
 */
export async function moveSentToOpened(tx: Db, owner: OwnerId, opens: Opened[]): Promise<Set<string>> {
  if (opens.length === 0) return new Set()
  const ids = plainList(opens.map(({ id }) => id))
  const rounds = plainList(opens.map(({ round }) => round))
  const times = plainList(opens.map(({ opened_at }) => opened_at))
  const clicks = plainList(opens.map(({ clicked_at }) => clicked_at))
  const { rows } = await tx.execute<{ id: string }>(sql`
    with told as (select * from unnest(${ids}::uuid[], ${rounds}::integer[], ${times}::timestamptz[], ${clicks}::timestamptz[])
      as t (id, round, at, clicked_at)),
    held as materialized (
      select id from campaign_prospects
      where id = any(${ids}::uuid[]) and ${belongsTo(campaign_prospects.owner_id, owner)}
        and email_status = 'sent' and opened_at is null
      order by id for no key update),
    moved as (
      update campaign_prospects set
        email_status = 'opened', round = told.round, opened_at = told.at,
        clicked_at = least(campaign_prospects.clicked_at, told.clicked_at)
      from held join told on told.id = held.id
      where campaign_prospects.id = held.id and campaign_prospects.round <= told.round
        and campaign_prospects.email_status = 'sent' and campaign_prospects.opened_at is null
      returning campaign_prospects.id)
    select told.id from told left join moved on moved.id = told.id where moved.id is null`)
  return new Set(rows.map(({ id }) => id))
}

export async function listFirstWritten(db: Db, owner: OwnerId, campaignId: string, limit: number) {
  const { id, prospect_id, email, round, is_edited } = campaign_prospects
  return db
    .select({
      id,
      prospect_id,
      email,
      round,
      is_edited,
      email_subject: sql<string>`${campaign_prospects.email_subject}`,
      email_content: sql<string>`${campaign_prospects.email_content}`,
    })
    .from(campaign_prospects)
    .where(
      and(
        eq(campaign_prospects.owner_id, owner),
        eq(campaign_prospects.campaign_id, campaignId),
        eq(campaign_prospects.email_status, 'generated'),
        isNotNull(campaign_prospects.email_subject),
        isNotNull(campaign_prospects.email_content),
      ),
    )
    .orderBy(asc(campaign_prospects.position), asc(campaign_prospects.id))
    .limit(limit)
}

/** A status that was set, with what was there before. */
export interface StatusChange {
  id: string
  email_status: RecipientRow['email_status']
  before: Pick<RecipientRow, 'email_status' | 'status_reason' | 'responded_at' | 'unsubscribed_at'>
}

const statusOf = (row: string) =>
  sql.raw(`jsonb_build_object('email_status', ${row}.email_status, 'status_reason', ${row}.status_reason,
    'responded_at', ${row}.responded_at, 'unsubscribed_at', ${row}.unsubscribed_at)`)

const lockedBefore = (owner: OwnerId, ids: readonly string[], statuses: string) => sql`
  select * from campaign_prospects
  where id = any(${plainList(ids)}::uuid[]) and ${belongsTo(campaign_prospects.owner_id, owner)}
    and email_status ${sql.raw(statuses)}
  order by id for no key update`

/** As `moveStatus` does after a response, for many who were sent to. */
export async function respondEach(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
  at: string,
): Promise<StatusChange[]> {
  const { rows } = await tx.execute<StatusChange & Record<string, unknown>>(sql`
    with before as materialized (${lockedBefore(owner, ids, "in ('sent', 'opened', 'failed')")})
    update campaign_prospects r set email_status = 'responded',
      responded_at = coalesce(r.responded_at, ${at}::timestamptz)
    from before where r.id = before.id
    returning r.id, r.email_status, ${statusOf('before')} as before`)
  return rows
}

/** Recipients who unsubscribed have the status that their events add up to again. */
export async function resubscribeEach(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
): Promise<StatusChange[]> {
  const { rows } = await tx.execute<StatusChange & Record<string, unknown>>(sql`
    with before as materialized (${lockedBefore(owner, ids, "= 'unsubscribed'")})
    update campaign_prospects r set status_reason = null, unsubscribed_at = null,
      email_status = case when r.responded_at is not null then 'responded' when r.opened_at is not null then 'opened'
        when r.sent_at is not null then 'sent' when r.email_content is null then 'pending' else 'generated' end
    from before where r.id = before.id
    returning r.id, r.email_status, ${statusOf('before')} as before`)
  return rows
}

/** Undoes changes of statuses that nothing has changed since. */
export async function putStatusesBack(
  tx: Db,
  owner: OwnerId,
  changes: readonly StatusChange[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    update campaign_prospects r set email_status = change.before->>'email_status',
      status_reason = change.before->>'status_reason',
      responded_at = (change.before->>'responded_at')::timestamptz,
      unsubscribed_at = (change.before->>'unsubscribed_at')::timestamptz
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id uuid, email_status text, before jsonb)
    where r.id = change.id and r.email_status = change.email_status and coalesce(r.owner_id = ${owner}, false)`)
}
