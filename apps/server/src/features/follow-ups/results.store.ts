import type { StepResults } from '@goldpan/contract/follow-ups'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'

type Figures = StepResults['totals']
export interface CountedStep extends Figures {
  /** Null for the template. */
  step_id: string | null
}

/**
 * Events of each message in a campaign, at the step it was sent as. Messages are counted individually, people once per
 * step. A person is an address, so leaving the campaign and coming back counts once. A click or a reply counts as an
 * open. Of replies and unsubscriptions a person's first counts, at the message that it answers.
 */
const TOLD = (owner: OwnerId, campaignId: string) => sql`
  with message as (
    select id, step_id, state, lower(email) as person from recipients
    where owner_id = ${owner} and campaign_id = ${campaignId} and state in ('sent', 'unconfirmed', 'failed')),
  event as (
    select m.step_id, m.person, m.id, t.at,
      case when t.kind = 'bounce' then 'bounced'
        when t.kind in ('open', 'click') and t.class in ('human', 'proxy_human')
          then case t.kind when 'open' then 'opened' else 'clicked' end
        when t.kind in ('unsubscribe', 'complaint') or t.kind = 'reply' and t.detail ? 'stop' then 'unsubscribed'
        when t.kind = 'reply' then 'replied' end as what
    from message m join tracking_events t on t.recipient_id = m.id and t.owner_id = ${owner}),
  first as (
    select distinct on (person, what) step_id, person, what from event
    where what in ('replied', 'unsubscribed') order by person, what, at, id),
  told as (
    select step_id, person, what from event where what in ('opened', 'clicked')
    union all select step_id, person, 'opened' from event where what = 'clicked'
    union all select step_id, person, 'opened' from first where what = 'replied'
    union all select step_id, person, what from first)`

export async function countSteps(db: Db, owner: OwnerId, campaignId: string): Promise<CountedStep[]> {
  const { rows } = await db.execute<CountedStep & Record<string, unknown>>(sql`
    ${TOLD(owner, campaignId)},
    messages as (
      select step_id, count(*) filter (where state = 'sent')::int as sent,
        count(*) filter (where state = 'unconfirmed')::int as unconfirmed,
        count(*) filter (where state = 'failed')::int as failed
      from message group by step_id),
    bounces as (select step_id, count(distinct id)::int as bounced from event where what = 'bounced' group by step_id),
    people as (
      select step_id, count(distinct person) filter (where what = 'opened')::int as opened,
        count(distinct person) filter (where what = 'clicked')::int as clicked,
        count(distinct person) filter (where what = 'replied')::int as replied,
        count(distinct person) filter (where what = 'unsubscribed')::int as unsubscribed
      from told group by step_id)
    select m.step_id, m.sent, m.unconfirmed, m.failed, coalesce(b.bounced, 0) as bounced, coalesce(p.opened, 0) as opened,
      coalesce(p.clicked, 0) as clicked, coalesce(p.replied, 0) as replied, coalesce(p.unsubscribed, 0) as unsubscribed
    from messages m left join bounces b on b.step_id is not distinct from m.step_id
    left join people p on p.step_id is not distinct from m.step_id`)
  return rows
}

/** People who opened and clicked any message of the campaign. */
export async function countPeople(db: Db, owner: OwnerId, campaignId: string) {
  const { rows } = await db.execute<{ opened: number; clicked: number }>(sql`
    ${TOLD(owner, campaignId)}
    select count(distinct person) filter (where what = 'opened')::int as opened,
      count(distinct person) filter (where what = 'clicked')::int as clicked from told`)
  return rows[0]!
}

export interface WaitingAtStep {
  step_id: string
  waiting: number
  queued: number
  held: number
}

export async function countWaiting(db: Db, owner: OwnerId, campaignId: string): Promise<WaitingAtStep[]> {
  const { rows } = await db.execute<WaitingAtStep & Record<string, unknown>>(sql`
    select next_step_id as step_id, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'held')::int as held
    from enrolments
    where owner_id = ${owner} and campaign_id = ${campaignId} and state in ('waiting', 'queued', 'held')
      and next_step_id is not null
    group by next_step_id`)
  return rows
}

/** Waiting people by the moment at which they are due and the step, the next ones first. */
export async function countDue(db: Db, owner: OwnerId, campaignId: string, limit: number) {
  const { rows } = await db.execute<{
    due_at: string
    step_id: string
    position: number
    people: number
  }>(sql`
    select e.due_at, s.id as step_id, s.position, count(*)::int as people
    from enrolments e join campaign_steps s on s.id = e.next_step_id and s.removed_at is null
    where e.owner_id = ${owner} and e.campaign_id = ${campaignId} and e.state = 'waiting' and e.due_at is not null
    group by e.due_at, s.id, s.position order by e.due_at, s.position limit ${limit}`)
  return rows
}

export async function countStopped(
  db: Db,
  owner: OwnerId,
  campaignId: string,
): Promise<StepResults['stopped']> {
  const { rows } = await db.execute<StepResults['stopped'][number] & Record<string, unknown>>(sql`
    select stop_reason as reason, count(*)::int as count from enrolments
    where owner_id = ${owner} and campaign_id = ${campaignId} and state = 'stopped'
    group by stop_reason order by count(*) desc, stop_reason`)
  return rows
}
