import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../../db/belongs-to.ts'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { campaign_prospects } from '../../../db/schema.ts'
import type { RecipientRow } from './recipients.store.ts'

/**
 * Holds recipients in one order, so that two who hold several never wait for each other. Their texts stay where they
 * are.
 */
export async function lockDeliveries(owner: OwnerId, tx: Db, ids: string[]): Promise<DeliveryColumns[]> {
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

/** What happened to many recipients, in one statement. */
export async function saveDeliveries(owner: OwnerId, tx: Db, rows: DeliveryColumns[]): Promise<void> {
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

/** The first of those whose message is written and has not left. */
export async function listFirstWritten(owner: OwnerId, db: Db, campaignId: string, limit: number) {
  const { id, prospect_id, email, round, is_edited } = campaign_prospects
  return db
    .select({
      ...{ id, prospect_id, email, round, is_edited },
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
