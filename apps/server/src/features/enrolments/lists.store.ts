import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { isOneOf, textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { enrolments } from '../../db/schema.ts'
import { IS_OPEN, OPEN_STATES } from './enrolments.store.ts'

export interface FollowUpCounts {
  steps: number
  waiting: number
  queued: number
  held: number
  stopped: number
  finished: number
}

/** Steps and enrolments by state, of all campaigns or of one. */
export async function countByCampaign(
  db: Db,
  owner: OwnerId,
  campaignId?: string,
): Promise<Map<string, FollowUpCounts>> {
  const ofCampaign = campaignId === undefined ? sql`` : sql` and campaign_id = ${campaignId}`
  const { rows } = await db.execute<FollowUpCounts & { campaign_id: string } & Record<string, unknown>>(sql`
    select campaign_id, sum(steps)::int as steps, sum(waiting)::int as waiting, sum(queued)::int as queued,
      sum(held)::int as held, sum(stopped)::int as stopped, sum(finished)::int as finished
    from (
      select campaign_id, count(*) as steps, 0 as waiting, 0 as queued, 0 as held, 0 as stopped, 0 as finished
      from campaign_steps where owner_id = ${owner} and removed_at is null${ofCampaign} group by campaign_id
      union all
      select campaign_id, 0, count(*) filter (where state = 'waiting'), count(*) filter (where state = 'queued'),
        count(*) filter (where state = 'held'), count(*) filter (where state = 'stopped'),
        count(*) filter (where state = 'finished')
      from enrolments where owner_id = ${owner}${ofCampaign} group by campaign_id) as counted
    group by campaign_id`)
  return new Map(rows.map(({ campaign_id, ...counts }) => [campaign_id, counts as FollowUpCounts]))
}

/** Which of these recipients' enrolments nothing has changed since. */
export async function listUntouched(
  tx: Db,
  owner: OwnerId,
  recipients: readonly string[],
  since: string,
): Promise<string[]> {
  const rows = await tx
    .select({ id: enrolments.campaign_prospect_id })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.owner_id, owner),
        isOneOf(enrolments.campaign_prospect_id, recipients),
        lte(enrolments.updated_at, since),
      ),
    )
  return rows.map(({ id }) => id)
}

/** People still in the campaign who have got all messages. */
export async function countFinished(db: Db, owner: OwnerId, campaignId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from enrolments e join campaign_prospects p on p.id = e.campaign_prospect_id
    where e.owner_id = ${owner} and e.campaign_id = ${campaignId} and e.state = 'finished'`)
  return rows[0]!.count
}

export async function hasOpen(db: Db, owner: OwnerId, campaignId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.owner_id, owner),
        eq(enrolments.campaign_id, campaignId),
        inArray(enrolments.state, OPEN_STATES),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** The enrolled recipients of a campaign, and if their sequence goes on. */
export async function listEnrolled(
  db: Db,
  owner: OwnerId,
  campaignId: string,
): Promise<Map<string, boolean>> {
  const rows = await db
    .select({ id: enrolments.campaign_prospect_id, state: enrolments.state })
    .from(enrolments)
    .where(and(eq(enrolments.owner_id, owner), eq(enrolments.campaign_id, campaignId)))
  return new Map(rows.map(({ id, state }) => [id, state !== 'stopped' && state !== 'finished']))
}

/** Owners of people to whom something was due by then. */
export async function listOwnersDueBy(db: Db, _scope: SystemScope, time: string): Promise<string[]> {
  const { rows } = await db.execute<{ owner_id: string }>(sql`
    select distinct e.owner_id from enrolments e
    where ${IS_OPEN} and e.next_step_id is not null and e.hold_reason is distinct from 'unconfirmed'
      and e.due_at <= ${time}`)
  return rows.map(({ owner_id }) => owner_id)
}

/** The addresses of all whose sequence goes on. */
export async function listOpenEmails(db: Db, owner: OwnerId): Promise<string[]> {
  const rows = await db
    .selectDistinct({ email: enrolments.email })
    .from(enrolments)
    .where(and(eq(enrolments.owner_id, owner), inArray(enrolments.state, OPEN_STATES)))
  return rows.map(({ email }) => email)
}

/** Open enrolments of people with these addresses. */
export async function listOpenTo(db: Db, owner: OwnerId, emails: readonly string[]) {
  return db
    .select({ campaign_prospect_id: enrolments.campaign_prospect_id })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.owner_id, owner),
        sql`${enrolments.email} = any(${textList(emails)})`,
        inArray(enrolments.state, OPEN_STATES),
      ),
    )
}
