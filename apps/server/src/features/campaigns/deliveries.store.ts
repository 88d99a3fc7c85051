import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { belongsTo, isOneOf, plainList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { campaign_prospects } from '../../db/schema.ts'
import type { RecipientRow } from './recipients.store.ts'

/** Locks recipients in order of id, so that two transactions can't deadlock. Reads no texts. */
export async function lockDeliveries(tx: Db, owner: OwnerId, ids: string[]): Promise<DeliveryColumns[]> {
  if (ids.length === 0) return []
  const { id, email_status, round, delivery, status_reason } = campaign_prospects
  const { sent_at, opened_at, responded_at } = campaign_prospects
  return tx
    .select({ id, email_status, round, delivery, status_reason, sent_at, opened_at, responded_at })
    .from(campaign_prospects)
    .where(and(belongsTo(campaign_prospects.owner_id, owner), isOneOf(id, ids)))
    .orderBy(asc(id))
    .for('update')
}

export type DeliveryColumns = Pick<
  RecipientRow,
  'id' | 'email_status' | 'round' | 'delivery' | 'status_reason' | 'sent_at' | 'opened_at' | 'responded_at'
>

const TYPES: Record<keyof DeliveryColumns, string> = {
  id: 'uuid',
  email_status: 'text',
  round: 'integer',
  delivery: 'text',
  status_reason: 'text',
  sent_at: 'timestamptz',
  opened_at: 'timestamptz',
  responded_at: 'timestamptz',
}

export async function saveDeliveries(tx: Db, owner: OwnerId, rows: DeliveryColumns[]): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(TYPES) as (keyof DeliveryColumns)[]
  const columns = names.map(
    (name) => sql`${sql.param(rows.map((row) => row[name]))}::${sql.raw(TYPES[name])}[]`,
  )
  await tx.execute(sql`
    update campaign_prospects set
      email_status = told.email_status, round = told.round, delivery = told.delivery,
      status_reason = told.status_reason, sent_at = told.sent_at, opened_at = told.opened_at,
      responded_at = told.responded_at
    from unnest(${sql.join(columns, sql`, `)}) as told (${sql.raw(names.join(', '))})
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
        delivery = ${change.delivery}, status_reason = null
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
  const { rows } = await tx.execute<{ id: string }>(sql`
    with told as (select * from unnest(${ids}::uuid[], ${rounds}::integer[], ${times}::timestamptz[]) as t (id, round, at)),
    held as materialized (
      select id from campaign_prospects
      where id = any(${ids}::uuid[]) and ${belongsTo(campaign_prospects.owner_id, owner)}
        and email_status = 'sent' and opened_at is null
      order by id for no key update),
    moved as (
      update campaign_prospects set email_status = 'opened', round = told.round, opened_at = told.at
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
