import { STEPS_MAX } from '@goldpan/contract/follow-ups'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { campaign_steps, campaigns } from '../../db/schema.ts'

export type StepRow = typeof campaign_steps.$inferSelect & { position: number }
export type NewStep = Omit<typeof campaign_steps.$inferInsert, 'owner_id'>

const inForce = (owner: OwnerId, campaignId: string) =>
  and(
    eq(campaign_steps.owner_id, owner),
    eq(campaign_steps.campaign_id, campaignId),
    isNull(campaign_steps.removed_at),
  )

export async function listSteps(db: Db, owner: OwnerId, campaignId: string): Promise<StepRow[]> {
  const rows = await db
    .select()
    .from(campaign_steps)
    .where(inForce(owner, campaignId))
    .orderBy(asc(campaign_steps.position))
  return rows as StepRow[]
}

export async function findStep(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  id: string,
): Promise<StepRow | null> {
  if (!isRowId(id)) return null
  const [row] = await db
    .select()
    .from(campaign_steps)
    .where(and(inForce(owner, campaignId), eq(campaign_steps.id, id)))
  return (row as StepRow | undefined) ?? null
}

export async function insertStep(tx: Db, owner: OwnerId, step: NewStep): Promise<StepRow> {
  const [row] = await tx
    .insert(campaign_steps)
    .values({ owner_id: owner, ...step })
    .returning()
  return row as StepRow
}

export async function updateStep(
  tx: Db,
  owner: OwnerId,
  id: string,
  change: Partial<StepRow> | { position: null; removed_at: string },
): Promise<StepRow> {
  const [row] = await tx
    .update(campaign_steps)
    .set(change)
    .where(and(eq(campaign_steps.owner_id, owner), eq(campaign_steps.id, id)))
    .returning()
  return row as StepRow
}

/** Moves all steps past the last position, then numbers them: PostgreSQL checks uniqueness row by row. */
export async function arrange(tx: Db, owner: OwnerId, campaignId: string, ids: string[]): Promise<void> {
  await tx
    .update(campaign_steps)
    .set({ position: sql`${campaign_steps.position} + ${STEPS_MAX}::int` })
    .where(inForce(owner, campaignId))
  await tx
    .update(campaign_steps)
    .set({ position: sql`array_position(${sql.param(ids)}::uuid[], ${campaign_steps.id})` })
    .where(inForce(owner, campaignId))
}

/** In order, with removed ones last. */
export async function listAllSteps(db: Db, owner: OwnerId, campaignId: string) {
  return db
    .select()
    .from(campaign_steps)
    .where(and(eq(campaign_steps.owner_id, owner), eq(campaign_steps.campaign_id, campaignId)))
    .orderBy(
      sql`${campaign_steps.position} asc nulls last`,
      asc(campaign_steps.removed_at),
      asc(campaign_steps.id),
    )
}

/** The steps in force of all campaigns, those of older campaigns first, each in order. */
export async function listAllInForce(db: Db, owner: OwnerId) {
  const { id, campaign_id, wait_days, wait_in, owner_id, removed_at, position } = campaign_steps
  return db
    .select({ id, campaign_id, wait_days, wait_in, follow_ups_first: campaigns.follow_ups_first })
    .from(campaign_steps)
    .innerJoin(campaigns, eq(campaigns.id, campaign_id))
    .where(and(eq(owner_id, owner), isNull(removed_at)))
    .orderBy(asc(campaigns.created_at), asc(campaigns.id), asc(position))
}

export interface WaitingRow {
  campaign_id: string
  step_id: string
  due_at: string | null
  waited_from: string
  held_spans: { from: string; until: string }[]
  /** That they hear from. Null for the return address. */
  mailbox_id: string | null
  people: number
}

/** People who get their next follow-up on a day that is known, or is known once the wait is computed. */
export async function listWaiting(db: Db, owner: OwnerId): Promise<WaitingRow[]> {
  const { rows } = await db.execute<WaitingRow & Record<string, unknown>>(sql`
    select e.campaign_id, e.next_step_id as step_id, e.due_at::text, max(e.waited_from)::text as waited_from,
      e.held_spans, p.mailbox_id, count(*)::int as people
    from enrolments e left join mailbox_people p on p.owner_id = e.owner_id and p.email = e.email
    where e.owner_id = ${owner} and e.next_step_id is not null
      and (e.state in ('waiting', 'queued') or e.state = 'held' and e.hold_reason in ('away', 'manual'))
    group by e.campaign_id, e.next_step_id, e.due_at, e.held_spans, p.mailbox_id,
      case when e.due_at is null then e.waited_from end`)
  return rows
}
