import { and, asc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm'
import { belongsTo, isOneOf, plainList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import {
  campaign_prospects,
  campaign_steps,
  campaigns,
  enrolments,
  recipients,
  step_emails,
} from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'

export type EnrolmentRow = typeof enrolments.$inferSelect

/** Owners with due follow-ups whose account isn't suspended, in random order so that none is always last. */
export async function listDueOwners(
  db: Db,
  _scope: SystemScope,
  now: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ owner_id: string }>(sql`
    select owner_id from (
      select distinct owner_id from enrolments where state = 'waiting' and due_at is not null and due_at <= ${now}
    ) as due where not ${isSuspended(sql`due.owner_id`)} order by random() limit ${limit}`)
  return rows.map(({ owner_id }) => owner_id)
}

/** Locks due enrolments in the order in which claims serve them, skipping those that another worker plans. */
export async function lockDue(
  tx: Db,
  owner: OwnerId,
  { now, limit }: { now: string; limit: number },
): Promise<EnrolmentRow[]> {
  return tx
    .select(getTableColumns(enrolments))
    .from(enrolments)
    .leftJoin(campaign_steps, eq(campaign_steps.id, enrolments.next_step_id))
    .leftJoin(campaigns, eq(campaigns.id, enrolments.campaign_id))
    .where(and(eq(enrolments.owner_id, owner), eq(enrolments.state, 'waiting'), lte(enrolments.due_at, now)))
    .orderBy(
      asc(enrolments.due_at),
      asc(campaign_steps.position),
      asc(campaigns.created_at),
      asc(enrolments.id),
    )
    .limit(limit)
    .for('update', { of: enrolments, skipLocked: true })
}

/** People with a hold in force, such as one set while a message was in doubt, are held. Returns whom. */
export async function holdAlone(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
  now: string,
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update enrolments e set state = 'held', hold_reason = h.reason, held_until = h.until, updated_at = ${now}
    from person_holds h
    where e.id = any(${plainList(ids)}::uuid[]) and e.owner_id = ${owner}
      and h.owner_id = e.owner_id and h.email = e.email and h.until > ${now}
    returning e.id`)
  return new Set(rows.map(({ id }) => id))
}

/** Enrolments held for a missing value that may be there now: the prospect was saved, or nobody looked for a while. */
export async function lockMissing(
  tx: Db,
  owner: OwnerId,
  { before, limit }: { before: string; limit: number },
): Promise<EnrolmentRow[]> {
  const { id } = enrolments
  return tx
    .select()
    .from(enrolments)
    .where(
      and(
        eq(enrolments.owner_id, owner),
        eq(enrolments.state, 'held'),
        eq(enrolments.hold_reason, 'missing_value'),
        sql`${id} in (${mayHaveValue(before, sql`and e.owner_id = ${owner}`)})`,
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true })
}

const mayHaveValue = (before: string, filter = sql``) => sql`
  select e.id from enrolments e join campaign_prospects r on r.id = e.campaign_prospect_id
  left join prospects p on p.id = r.prospect_id
  where e.state = 'held' and e.hold_reason = 'missing_value' ${filter}
    and (p.updated_at >= e.updated_at or e.updated_at <= ${before})`

export async function listMissingOwners(db: Db, _scope: SystemScope, before: string): Promise<string[]> {
  const { rows } = await db.execute<{ owner_id: string }>(sql`
    select distinct owner_id from enrolments where state = 'held' and hold_reason = 'missing_value'
      and id in (${mayHaveValue(before)}) limit 100`)
  return rows.map(({ owner_id }) => owner_id)
}

export interface UndatedRow {
  id: string
  owner_id: string
  waited_from: string
  held_spans: EnrolmentRow['held_spans']
  wait_days: number
  wait_in: 'working_days' | 'days'
}

/** Locks enrolments whose due day is to be computed. */
export async function lockUndated(
  tx: Db,
  _scope: SystemScope,
  { limit, campaign }: { limit: number; campaign?: string },
): Promise<UndatedRow[]> {
  const { id, owner_id, waited_from, held_spans, due_at, state, next_step_id, updated_at } = enrolments
  return tx
    .select({
      id,
      owner_id,
      waited_from,
      held_spans,
      wait_days: campaign_steps.wait_days,
      wait_in: campaign_steps.wait_in,
    })
    .from(enrolments)
    .innerJoin(campaign_steps, eq(campaign_steps.id, next_step_id))
    .where(
      and(
        sql`${due_at} is null`,
        inArray(state, ['waiting', 'held']),
        campaign ? eq(enrolments.campaign_id, campaign) : undefined,
      ),
    )
    .orderBy(asc(updated_at))
    .limit(limit)
    .for('update', { of: enrolments, skipLocked: true })
}

export async function saveDue(
  tx: Db,
  _scope: SystemScope,
  rows: readonly { id: string; due_at: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update enrolments set due_at = told.due_at
    from unnest(${plainList(rows.map(({ id }) => id))}::uuid[], ${sql.param(rows.map(({ due_at }) => due_at))}::timestamptz[])
      as told (id, due_at)
    where enrolments.id = told.id`)
}

/** The recipients of these enrolments. */
export async function listRecipients(tx: Db, owner: OwnerId, ids: readonly string[]) {
  return tx
    .select()
    .from(campaign_prospects)
    .where(and(belongsTo(campaign_prospects.owner_id, owner), isOneOf(campaign_prospects.id, ids)))
}

/** All messages to these recipients without contents, oldest first. */
export async function listMessages(tx: Db, owner: OwnerId, recipientIds: readonly string[]) {
  const { id, campaign_prospect_id, round, state, email, subject, message_id, in_reply_to, step_id } =
    recipients
  return tx
    .select({
      id,
      campaign_prospect_id,
      round,
      state,
      email,
      subject,
      message_id,
      in_reply_to,
      step_id,
    })
    .from(recipients)
    .where(
      and(
        belongsTo(recipients.owner_id, owner),
        isOneOf(sql`${campaign_prospect_id}` as never, recipientIds),
      ),
    )
    .orderBy(asc(round))
}

export async function listStepEmails(tx: Db, owner: OwnerId, recipientIds: readonly string[]) {
  return tx
    .select()
    .from(step_emails)
    .where(
      and(belongsTo(step_emails.owner_id, owner), isOneOf(step_emails.campaign_prospect_id, recipientIds)),
    )
}

export async function markQueued(tx: Db, owner: OwnerId, ids: readonly string[], at: string): Promise<void> {
  await tx
    .update(enrolments)
    .set({ state: 'queued', hold_reason: null, held_until: null, missing: null, updated_at: at })
    .where(and(belongsTo(enrolments.owner_id, owner), isOneOf(enrolments.id, ids)))
}

/** People whose step or recipient is gone: nothing is due any more. */
export async function forgetDue(tx: Db, owner: OwnerId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(enrolments)
    .set({ due_at: null })
    .where(and(belongsTo(enrolments.owner_id, owner), isOneOf(enrolments.id, ids)))
}

export async function holdMissing(
  tx: Db,
  owner: OwnerId,
  rows: readonly { id: string; missing: string }[],
  at: string,
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update enrolments set state = 'held', hold_reason = 'missing_value', missing = told.missing, updated_at = ${at}
    from unnest(${plainList(rows.map(({ id }) => id))}::uuid[], ${sql.param(rows.map(({ missing }) => missing))}::text[])
      as told (id, missing)
    where enrolments.id = told.id and ${belongsTo(enrolments.owner_id, owner)}`)
}

/** Holds of persons that are over. A paused campaign holds further. */
export async function endPersonHolds(db: Db, _scope: SystemScope, now: string): Promise<void> {
  await db.execute(sql`
    update enrolments e set held_until = null, updated_at = ${now},
      state = case when c.status = 'paused' then 'held' else 'waiting' end,
      hold_reason = case when c.status = 'paused' then 'campaign_paused' end
    from campaigns c where c.id = e.campaign_id
      and e.state = 'held' and e.hold_reason in ('away', 'manual') and e.held_until <= ${now}`)
}

/** Ends the holds of automatic pauses that were lifted. */
export async function endPauseHolds(db: Db, _scope: SystemScope, now: string): Promise<void> {
  await db.execute(sql`
    update enrolments e set state = 'waiting', hold_reason = null, updated_at = ${now}
    where e.state = 'held' and e.hold_reason = 'account_paused' and not exists (
      select from sending_pauses p where p.owner_id = e.owner_id and p.campaign_id is null and p.lifted_at is null)`)
}

/** Owners whose people wait for an allowance. */
export async function listWithoutAllowance(db: Db, _scope: SystemScope): Promise<string[]> {
  const { rows } = await db.execute<{ owner_id: string }>(
    sql`select distinct owner_id from enrolments where state = 'held' and hold_reason = 'allowance'`,
  )
  return rows.map(({ owner_id }) => owner_id)
}

/** Queued people whose message is gone without having been sent, such as after a restored campaign. */
export async function requeueForgotten(db: Db, _scope: SystemScope, now: string): Promise<void> {
  await db.execute(sql`
    update enrolments e set state = 'waiting', updated_at = ${now}
    where e.state = 'queued' and not exists (
      select from recipients r
      where r.campaign_prospect_id = e.campaign_prospect_id and r.step_id = e.next_step_id
        and r.state in ('queued', 'claimed', 'transmitting', 'sent', 'unconfirmed'))`)
}
