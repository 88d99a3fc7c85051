import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { campaign_prospects, campaigns, recipients } from '../../db/schema.ts'

/** All messages to one prospect, of every campaign and round, oldest first. */
export async function listMessagesTo(db: Db, owner: OwnerId, prospectId: string, limit: number) {
  return db
    .select({
      id: recipients.id,
      state: recipients.state,
      step: recipients.step_position,
      reason: recipients.reason,
      finished_at: recipients.finished_at,
      campaign: { id: campaigns.id, name: campaigns.name },
    })
    .from(recipients)
    .leftJoin(campaigns, eq(campaigns.id, recipients.campaign_id))
    .where(and(eq(recipients.owner_id, owner), eq(recipients.prospect_id, prospectId)))
    .orderBy(asc(recipients.queued_at), asc(recipients.id))
    .limit(limit)
}

/** Locks messages of recipients that an undo has restored. */
export async function lockMessagesOf(tx: Db, owner: OwnerId, removalId: string) {
  const { id, state, reason, round, finished_at } = recipients
  const inRemoval = sql`${id} in (
    select (contents->>'id')::uuid from removed_rows
    where owner_id = ${owner} and removal_id = ${removalId}::uuid and held_by = 'recipients:links')`
  return tx
    .select({
      id,
      state,
      reason,
      round,
      finished_at,
      campaign_prospect_id: campaign_prospects.id,
      known_round: campaign_prospects.round,
      step_id: recipients.step_id,
    })
    .from(recipients)
    .innerJoin(campaign_prospects, eq(campaign_prospects.id, recipients.campaign_prospect_id))
    .where(
      and(
        eq(recipients.owner_id, owner),
        inRemoval,
        inArray(state, ['claimed', 'transmitting', 'sent', 'unconfirmed', 'failed']),
      ),
    )
    .orderBy(asc(round), asc(id))
    .for('update', { of: recipients })
}
