import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { recipients, type send_jobs } from '../../db/schema.ts'

export type JobRow = typeof send_jobs.$inferSelect

export type RecipientRow = typeof recipients.$inferSelect

export type NewRecipient = Omit<typeof recipients.$inferInsert, 'owner_id'>

/** 'shared' is the return address, 'mailbox' one of the owner's own mailboxes. */
export type SenderKind = RecipientRow['sender']

export const ACTIVE = ['pending', 'processing'] as const

export const UNFINISHED = ['queued', 'claimed', 'transmitting'] as const

const INSERT_BATCH = 500

/** The predicate of the index recipients_step_once. */
const STEP_ONCE = sql`step_id is not null and state in ('queued', 'claimed', 'transmitting', 'sent', 'unconfirmed')`

/** Skips a follow-up if the recipient's earlier message of this step is queued or sent, such as after a short pause. */
export async function insertRecipients(tx: Db, owner: OwnerId, rows: NewRecipient[]): Promise<void> {
  for (let from = 0; from < rows.length; from += INSERT_BATCH)
    await tx
      .insert(recipients)
      .values(rows.slice(from, from + INSERT_BATCH).map((row) => ({ ...row, owner_id: owner })))
      .onConflictDoNothing({
        target: [recipients.campaign_prospect_id, recipients.step_id],
        where: STEP_ONCE,
      })
}

/** Counts recipients who got nothing because the job ended before their turn. */
export async function countInterrupted(db: Db, owner: OwnerId, campaignId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from campaign_prospects p
    where p.owner_id = ${owner} and p.campaign_id = ${campaignId} and p.email_status in ('pending', 'generated')
      and 'cancelled' = (
        select r.state from recipients r where r.campaign_prospect_id = p.id and r.step_id is null
        order by r.round desc limit 1)`)
  return rows[0]!.count
}

/** Each recipient's newest round in a campaign, with the state of its newest message from the template. */
export async function listNewestRounds(tx: Db, owner: OwnerId, campaignId: string) {
  const { rows } = await tx.execute<{
    campaign_prospect_id: string | null
    round: number
    state: RecipientRow['state'] | null
  }>(sql`
    select campaign_prospect_id, max(round) as round,
      (array_agg(state order by round desc) filter (where step_id is null))[1] as state
    from recipients where owner_id = ${owner} and campaign_id = ${campaignId}
    group by campaign_prospect_id`)
  return rows
}

/**
 * The newest hand-over to recipients whom a further round would reach, and how many of them have received the same text
 * since then. Null if there are none.
 */
export async function findAgain(db: Db, owner: OwnerId, campaignId: string, since: string) {
  const { rows } = await db.execute<{ last_sent_at: Date | null; unchanged: number }>(sql`
    select max(newest.finished_at) as last_sent_at,
      (count(*) filter (where newest.finished_at >= ${since} and newest.subject = email_subject
        and starts_with(newest.content, email_content)))::int as unchanged
    from campaign_prospects, lateral (
      select finished_at, subject, content from recipients
      where campaign_prospect_id = campaign_prospects.id and step_id is null and state in ('sent', 'unconfirmed')
      order by round desc limit 1) as newest
    where owner_id = ${owner} and campaign_id = ${campaignId} and email_status in ('sent', 'opened')`)
  const { last_sent_at, unchanged } = rows[0]!
  return last_sent_at === null ? null : { last_sent_at: new Date(last_sent_at).toISOString(), unchanged }
}

/** Counts queued messages that aren't charged yet, over all owners with the same payer. */
export async function countPromised(tx: Db, owner: OwnerId): Promise<number> {
  const spenders = sql`array(
    select id from owners where person_id = (select person_id from owners where id = ${owner}))`
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from recipients join send_jobs on send_jobs.id = recipients.job_id
    where send_jobs.owner_id = any(${spenders}) and send_jobs.status in ${[...ACTIVE]}
      and recipients.state = 'queued' and not recipients.is_charged`)
  return rows[0]!.count
}

/** Cancels queued messages of a job that has just ended and, if wanted, claimed ones. None of them has left. */
export async function cancelWaiting(
  tx: Db,
  owner: OwnerId,
  jobId: string,
  cancel: { includesClaimed: boolean; reason: string; at: string },
): Promise<{ id: string; is_charged: boolean }[]> {
  const states: RecipientRow['state'][] = cancel.includesClaimed ? ['queued', 'claimed'] : ['queued']
  const { rows } = await tx.execute<{ id: string; is_charged: boolean }>(sql`
    with waiting as (
      select id, is_charged from recipients
      where owner_id = ${owner} and job_id = ${jobId} and state = any(${sql.param(states)}::text[]) for update)
    update recipients r
    set state = 'cancelled', reason = ${cancel.reason}, finished_at = ${cancel.at}, is_charged = false,
      -- A message that was only claimed no longer counts against its mailbox's daily cap.
      first_tried_at = case when r.state = 'claimed' and r.attempts = 1 then null else r.first_tried_at end
    from waiting where r.id = waiting.id
    returning r.id, waiting.is_charged`)
  return rows
}

const triedBefore = and(eq(recipients.state, 'queued'), isNotNull(recipients.first_tried_at))

/** Gives queued messages that were tried before the full 24 hours again. */
export async function restartAttempts(tx: Db, owner: OwnerId, at: string): Promise<void> {
  await tx
    .update(recipients)
    .set({ first_tried_at: at })
    .where(and(eq(recipients.owner_id, owner), triedBefore))
}

export async function restartAllAttempts(tx: Db, _scope: SystemScope, at: string): Promise<void> {
  await tx.update(recipients).set({ first_tried_at: at }).where(triedBefore)
}
