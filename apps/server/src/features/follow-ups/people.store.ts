import type { NameField } from '@goldpan/contract/fields'
import { type SQL, sql } from 'drizzle-orm'
import { plainList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { EnrolmentState, HoldReason, StopReason } from '../../db/schema.ts'

export interface ListedEnrolment extends Record<NameField | 'business_name', string | null> {
  id: string
  campaign_prospect_id: string
  prospect_id: string | null
  /** The address that the messages went to. */
  email: string
  state: EnrolmentState
  next_step_id: string | null
  next_position: number | null
  waited_from: string
  held_spans: { from: string; until: string }[]
  wait_days: number | null
  wait_in: 'working_days' | 'days' | null
  due_at: string | null
  held_until: string | null
  hold_reason: HoldReason | null
  missing: string | null
  stop_reason: StopReason | null
  sent_positions: number[]
}

export interface EnrolmentFilter {
  state?: EnrolmentState | undefined
  /** The position of the next step. */
  step?: number | undefined
  search: string
  /** Recipients. */
  ids?: readonly string[] | undefined
}

function matching(owner: OwnerId, campaignId: string, filter: EnrolmentFilter): SQL {
  const { state, step, search, ids } = filter
  const words = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  const parts = [
    sql`e.owner_id = ${owner} and e.campaign_id = ${campaignId}`,
    ...(ids ? [sql`e.campaign_prospect_id = any(${sql.param([...ids])}::uuid[])`] : []),
    ...(state ? [sql`e.state = ${state}`] : []),
    ...(step ? [sql`s.position = ${step} and e.state in ('waiting', 'queued', 'held')`] : []),
    ...(search.trim()
      ? [
          sql`(e.email ilike ${words} or r.business_name ilike ${words}
            or coalesce(r.first_name, '') || ' ' || coalesce(r.last_name, '') ilike ${words})`,
        ]
      : []),
  ]
  return sql.join(parts, sql` and `)
}

const FROM = sql`enrolments e join campaign_prospects r on r.id = e.campaign_prospect_id
  left join campaign_steps s on s.id = e.next_step_id and s.removed_at is null`
/** Includes people who left the campaign. */
const FROM_ALL = sql`enrolments e left join campaign_prospects r on r.id = e.campaign_prospect_id
  left join campaign_steps s on s.id = e.next_step_id and s.removed_at is null`

const sentPositions = (which: SQL): SQL => sql`array(
  select distinct coalesce(m.step_position, 0) from recipients m
  where ${which} and m.state in ('sent', 'unconfirmed') order by 1)`

const iso = (value: unknown): string | null =>
  value === null ? null : new Date(value as string).toISOString()

/** Messages to people who left the campaign no longer name their recipient, so they are found by address. */
export async function listEnrolments(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  { offset, limit, ...filter }: EnrolmentFilter & { offset: number; limit: number },
): Promise<{ total: number; rows: ListedEnrolment[] }> {
  const where = matching(owner, campaignId, filter)
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${FROM_ALL} where ${where}`,
  )
  const { rows } = await db.execute<ListedEnrolment & Record<string, unknown>>(sql`
    select e.id, e.campaign_prospect_id, r.prospect_id, coalesce(r.email, e.email) as email, r.first_name, r.last_name, r.business_name, e.state,
      e.next_step_id, s.position as next_position, e.waited_from, e.held_spans, s.wait_days, s.wait_in, e.due_at,
      e.held_until, e.hold_reason, e.missing, e.stop_reason,
      case when r.id is not null then ${sentPositions(sql`m.campaign_prospect_id = e.campaign_prospect_id`)}
        else ${sentPositions(sql`m.owner_id = e.owner_id and m.campaign_id = e.campaign_id and lower(m.email) = e.email`)}
        end as sent_positions
    from ${FROM_ALL} where ${where} order by r.position, e.id offset ${offset} limit ${limit}`)
  return {
    total: counted.rows[0]!.total,
    rows: rows.map((row) => ({
      ...row,
      waited_from: iso(row.waited_from)!,
      due_at: iso(row.due_at),
      held_until: iso(row.held_until),
    })),
  }
}

export interface ChosenEnrolment {
  id: string
  campaign_prospect_id: string
  email: string
  state: EnrolmentState
  hold_reason: HoldReason | null
  next_step_id: string | null
  done: string[]
  stop_reason: StopReason | null
  email_status: string
}

/** The chosen enrolments, by the ids of prospects or recipients, or by a filter with exceptions. */
export async function listChosen(
  tx: Db,
  owner: OwnerId,
  campaignId: string,
  selection: { ids: readonly string[] } | { filter: EnrolmentFilter; except: readonly string[] },
): Promise<ChosenEnrolment[]> {
  const named = (ids: readonly string[]) =>
    sql`(r.prospect_id = any(${sql.param([...ids])}::uuid[]) or r.id = any(${sql.param([...ids])}::uuid[]))`
  const which =
    'ids' in selection
      ? sql`e.owner_id = ${owner} and e.campaign_id = ${campaignId} and ${named(selection.ids)}`
      : sql`${matching(owner, campaignId, selection.filter)} and coalesce(not ${named(selection.except)}, true)`
  const { rows } = await tx.execute<ChosenEnrolment & Record<string, unknown>>(sql`
    select e.id, e.campaign_prospect_id, e.email, e.state, e.hold_reason, e.next_step_id, e.done, e.stop_reason,
      r.email_status
    from ${FROM} where ${which} order by e.id`)
  return rows
}

/** The newest unconfirmed message to each of these recipients. */
export async function listInDoubt(tx: Db, owner: OwnerId, recipientIds: readonly string[]) {
  const { rows } = await tx.execute<{
    id: string
    campaign_prospect_id: string
    step_id: string | null
    finished_at: string
  }>(sql`
    select distinct on (campaign_prospect_id) id, campaign_prospect_id, step_id, finished_at from recipients
    where campaign_prospect_id = any(${plainList(recipientIds)}::uuid[]) and coalesce(owner_id = ${owner}, false)
      and state = 'unconfirmed'
    order by campaign_prospect_id, round desc`)
  return rows
}
