import { type SQL, sql } from 'drizzle-orm'
import { plainList, textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { StopReason } from '../../db/schema.ts'
import { colleagueDomain } from './colleagues.rules.ts'

/**
 * Selects enrolments by lower-case addresses, prospects, recipients or a whole campaign. `both` selects those in both
 * sets.
 */
export type Whom =
  | { emails: readonly string[] }
  | { prospects: readonly string[] }
  | { recipients: readonly string[] }
  | { campaign: string }
  | { both: readonly [Whom, Whom] }
  /** Others at the same business or mail domain, in campaigns that a colleague's reply stops. */
  | { colleagues: { email: string; prospect_id: string | null } }

/** States in which the sequence goes on. `IS_OPEN` is about the alias `e`. */
export const OPEN_STATES = ['waiting', 'queued', 'held'] as const
export const IS_OPEN = sql.raw(`e.state in ('waiting', 'queued', 'held')`)

/** How a sequence ended: a stop reason, or 'finished'. */
export type Ended = StopReason | 'finished'

export function isOf(owner: OwnerId, whom: Whom): SQL {
  if ('emails' in whom) return sql`e.email = any(${textList(whom.emails)})`
  if ('campaign' in whom) return sql`e.campaign_id = ${whom.campaign}`
  if ('both' in whom) return sql`${isOf(owner, whom.both[0])} and ${isOf(owner, whom.both[1])}`
  if ('recipients' in whom) return sql`e.campaign_prospect_id = any(${plainList(whom.recipients)}::uuid[])`
  if ('prospects' in whom)
    return sql`e.campaign_prospect_id in (
      select id from campaign_prospects where prospect_id = any(${plainList(whom.prospects)}::uuid[]))`
  const { email, prospect_id } = whom.colleagues
  return sql`e.email <> ${email}
    and e.campaign_id in (select id from campaigns where owner_id = ${owner} and stop_scope = 'business')
    and (split_part(e.email, '@', 2) = ${colleagueDomain(email)} or e.campaign_prospect_id in (
      select r.id from prospects p
      join prospects c on c.owner_id = ${owner} and c.place_id = p.place_id
      join campaign_prospects r on r.prospect_id = c.id
      where p.id = ${prospect_id} and p.owner_id = ${owner} and p.place_id <> ''))`
}

/** Locks in order of id, so that two transactions can't deadlock. */
export const lockedIds = (owner: OwnerId, where: SQL): SQL =>
  sql`select e.id from enrolments e where e.owner_id = ${owner} and ${where} order by e.id for update`

/**
 * The first step after the last one that was handed over or passed over, without those before: moving steps keeps what
 * was sent, and nobody gets a step twice.
 */
const nextStep = (enrolment: string, done: string): SQL =>
  sql.raw(`(
    select s.id from campaign_steps s
    where s.campaign_id = ${enrolment}.campaign_id and s.removed_at is null and s.id <> all(${done})
      and s.position > coalesce((
        select l.position from unnest(${done}) with ordinality as d (id, n)
        join campaign_steps l on l.id = d.id and l.removed_at is null order by d.n desc limit 1), 0)
    order by s.position limit 1)`)

/** The spans that still count after a new start at this time. */
const spansAfter = (at: SQL): SQL => sql`(
  select coalesce(jsonb_agg(span), '[]') from jsonb_array_elements(e.held_spans) as span
  where (span->>'until')::timestamptz > ${at})`

/**
 * Enrols recipients whose template was handed over. Those enrolled before stay where they are, except that a template no
 * longer in doubt ends their hold.
 */
export async function enrol(
  tx: Db,
  owner: OwnerId,
  recipientIds: readonly string[],
  { at, isUnconfirmed }: { at: string; isUnconfirmed: boolean },
): Promise<void> {
  if (recipientIds.length === 0) return
  await tx.execute(sql`
    with facts as (
      select r.id, r.campaign_id, lower(r.email) as email, s.id as step_id, h.id is not null as has_person_hold,
        h.until, h.reason, h.created_at,
        case r.email_status when 'responded' then 'replied' when 'unsubscribed' then 'unsubscribed'
          when 'bounced' then 'bounced' end as stop_reason,
        case when ${isUnconfirmed} then 'unconfirmed' when h.id is not null then h.reason
          when c.status = 'paused' then 'campaign_paused' end as hold_reason
      from campaign_prospects r join campaigns c on c.id = r.campaign_id
      left join campaign_steps s on s.campaign_id = r.campaign_id and s.position = 1
      left join person_holds h on h.owner_id = ${owner} and h.email = lower(r.email) and h.until > ${at}
      where r.id = any(${plainList(recipientIds)}::uuid[]) and coalesce(r.owner_id = ${owner}, false)
      order by r.id),
    judged as (
      select *, case when stop_reason is not null then 'stopped' when step_id is null then 'finished'
        when hold_reason is not null then 'held' else 'waiting' end as state from facts)
    insert into enrolments (owner_id, campaign_id, campaign_prospect_id, email, state, next_step_id, waited_from,
      held_until, hold_reason, stop_reason, held_spans, created_at, updated_at)
    select ${owner}::uuid, campaign_id, id, email, state, step_id, ${at}::timestamptz,
      case when state = 'held' and hold_reason <> 'unconfirmed' then until end,
      case when state = 'held' then hold_reason end, stop_reason,
      case when has_person_hold then jsonb_build_array(jsonb_build_object('from', created_at, 'until', until)) else '[]' end,
      ${at}::timestamptz, ${at}::timestamptz
    from judged
    on conflict (campaign_prospect_id) do update set
      state = excluded.state, hold_reason = excluded.hold_reason, held_until = excluded.held_until, updated_at = excluded.updated_at
    where enrolments.hold_reason = 'unconfirmed' and enrolments.done = '{}' and excluded.hold_reason is distinct from 'unconfirmed'`)
}

/** Steps that were handed over, at a time. People go on to the next, or are finished. */
export async function advance(
  tx: Db,
  owner: OwnerId,
  steps: readonly { campaign_prospect_id: string; step_id: string }[],
  at: string,
): Promise<void> {
  if (steps.length === 0) return
  const ids = plainList(steps.map(({ campaign_prospect_id }) => campaign_prospect_id))
  await tx.execute(sql`
    with sent as (
      select recipient_id, step_id, ${at}::timestamptz as at
      from unnest(${ids}::uuid[], ${plainList(steps.map(({ step_id }) => step_id))}::uuid[]) as t (recipient_id, step_id)),
    locked as materialized (${lockedIds(owner, sql`e.campaign_prospect_id = any(${ids}::uuid[])`)})
    ${goOn(at)}`)
}

/**
 * Counts the next step of open enrolments as handed over: those due by a time on their day, others on the day they were
 * due or today.
 */
export async function passOver(
  tx: Db,
  owner: OwnerId,
  whom: Whom | { step: string } | { dueBy: string },
  at: string,
): Promise<Changed[]> {
  const isDueBy = 'dueBy' in whom
  const which = isDueBy
    ? sql`e.due_at <= ${whom.dueBy}`
    : 'step' in whom
      ? sql`e.next_step_id = ${whom.step}`
      : isOf(owner, whom)
  const { rows } = await tx.execute<Changed & Record<string, unknown>>(sql`
    with locked as materialized (${lockedIds(
      owner,
      sql`${IS_OPEN} and e.next_step_id is not null and e.hold_reason is distinct from 'unconfirmed' and ${which}`,
    )}),
    sent as (
      select e.campaign_prospect_id as recipient_id, e.next_step_id as step_id,
        ${isDueBy ? sql`e.due_at` : sql`greatest(e.due_at, ${at}::timestamptz)`} as at
      from locked join enrolments e on e.id = locked.id)
    ${goOn(at)} returning e.campaign_id, e.campaign_prospect_id`)
  return rows
}

/** Why somebody can't go on now: a hold in force, or else a paused campaign. For `e` at this time. */
const whyHeld = (now: SQL): SQL => sql`
  join campaigns c on c.id = e.campaign_id
  left join person_holds h on h.owner_id = e.owner_id and h.email = e.email and h.until > ${now}
  cross join lateral (select coalesce(h.reason, case c.status when 'paused' then 'campaign_paused' end) as reason) as why`

/**
 * Moves enrolments past steps that count as handed over. Follows the CTEs `sent` (recipient_id, step_id, at) and
 * `locked` (id).
 */
const goOn = (now: string): SQL => sql`,
    moved as (
      select e.id, e.campaign_id, sent.at, array_append(array_remove(e.done, sent.step_id), sent.step_id) as done,
        e.state in ('stopped', 'finished') as is_over, why.reason, h.until
      from locked join enrolments e on e.id = locked.id join sent on sent.recipient_id = e.campaign_prospect_id
      ${whyHeld(sql`${now}`)}),
    next as (select moved.*, ${nextStep('moved', 'moved.done')} as step_id from moved),
    judged as (
      select *, case when not is_over and step_id is not null then reason end as hold_reason from next)
    update enrolments e set done = judged.done, next_step_id = judged.step_id, waited_from = judged.at, due_at = null,
      held_spans = ${spansAfter(sql`judged.at`)}, missing = null, updated_at = ${now},
      state = case when judged.is_over then e.state when judged.step_id is null then 'finished'
        when judged.hold_reason is not null then 'held' else 'waiting' end,
      hold_reason = judged.hold_reason,
      held_until = case when judged.hold_reason is not null then judged.until end
    from judged where e.id = judged.id`

/** An enrolment that was changed. */
export interface Changed {
  campaign_id: string
  campaign_prospect_id: string
}

/** Ends open enrolments. The first reason stays. */
export async function stop(
  tx: Db,
  owner: OwnerId,
  whom: Whom,
  { reason, at }: { reason: StopReason; at: string },
): Promise<Changed[]> {
  const { rows } = await tx.execute<Changed & Record<string, unknown>>(sql`
    with locked as materialized (${lockedIds(owner, sql`${IS_OPEN} and ${isOf(owner, whom)}`)})
    update enrolments e set state = 'stopped', stop_reason = ${reason}, hold_reason = null, held_until = null,
      missing = null, due_at = null, updated_at = ${at}
    from locked where e.id = locked.id
    returning e.campaign_id, e.campaign_prospect_id`)
  return rows
}

/** Marks stopped enrolments as changed, so that no undo of an earlier stop reopens them. */
export async function touchStopped(tx: Db, owner: OwnerId, whom: Whom, at: string): Promise<void> {
  await tx.execute(sql`
    with locked as materialized (${lockedIds(owner, sql`e.state = 'stopped' and ${isOf(owner, whom)}`)})
    update enrolments e set updated_at = ${at} from locked where e.id = locked.id`)
}

/** Takes a queued person back to waiting, unless a worker has the message. */
export async function unqueue(
  tx: Db,
  owner: OwnerId,
  { campaign_prospect_id, step_id }: { campaign_prospect_id: string; step_id: string },
  at: string,
): Promise<void> {
  await tx.execute(sql`
    update enrolments e set state = 'waiting', updated_at = ${at}
    where e.owner_id = ${owner} and e.campaign_prospect_id = ${campaign_prospect_id} and e.next_step_id = ${step_id}
      and e.state = 'queued' and not exists (
        select from recipients r where r.campaign_prospect_id = e.campaign_prospect_id and r.step_id = e.next_step_id
          and r.state in ('claimed', 'transmitting', 'sent', 'unconfirmed'))`)
}

/** Cancels queued follow-ups to recipients. Skips messages that a worker has locked. */
export async function withdraw(
  tx: Db,
  owner: OwnerId,
  recipientIds: readonly string[],
  { reason, at }: { reason: string; at: string },
): Promise<{ id: string; is_charged: boolean }[]> {
  if (recipientIds.length === 0) return []
  const { rows } = await tx.execute<{ id: string; is_charged: boolean }>(sql`
    with unsent as (
      select id, is_charged from recipients
      where campaign_prospect_id = any(${plainList(recipientIds)}::uuid[]) and coalesce(owner_id = ${owner}, false)
        and step_id is not null and state = 'queued'
      for update skip locked)
    update recipients r set state = 'cancelled', reason = ${reason}, finished_at = ${at}, is_charged = false
    from unsent where r.id = unsent.id
    returning r.id, unsent.is_charged`)
  return rows
}

/** Completes active campaigns of which nobody waits for anything. */
export async function completeCampaigns(
  tx: Db,
  owner: OwnerId,
  campaignIds: readonly string[],
): Promise<void> {
  if (campaignIds.length === 0) return
  await tx.execute(sql`
    update campaigns c set status = 'completed'
    where c.owner_id = ${owner} and c.id = any(${plainList(campaignIds)}::uuid[]) and c.status = 'active'
      and not exists (select from enrolments e where e.campaign_id = c.id and ${IS_OPEN})
      and not exists (select from send_jobs j where j.campaign_id = c.id and j.status in ('pending', 'processing'))
      and not exists (
        select from campaign_prospects r where r.owner_id = c.owner_id and r.campaign_id = c.id
          and r.email_status in ('pending', 'generated'))`)
}

/** Locks queued enrolments against any change, and returns which of these messages are still wanted. */
export async function lockQueued(
  tx: Db,
  owner: OwnerId,
  messages: readonly { campaign_prospect_id: string; step_id: string }[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const { rows } = await tx.execute<{ recipient_id: string }>(sql`
    select e.campaign_prospect_id as recipient_id from enrolments e
    join unnest(${plainList(messages.map((one) => one.campaign_prospect_id))}::uuid[],
      ${plainList(messages.map(({ step_id }) => step_id))}::uuid[]) as message (recipient_id, step_id)
      on message.recipient_id = e.campaign_prospect_id and message.step_id = e.next_step_id
    where e.owner_id = ${owner} and e.state = 'queued'
    order by e.id for share of e`)
  return new Set(rows.map(({ recipient_id }) => recipient_id))
}

/** Computes due days anew: the pace, a wait or the days off have changed. */
export async function forgetDue(tx: Db, owner: OwnerId, of: { campaign: string } | 'all'): Promise<void> {
  const where = of === 'all' ? sql`true` : isOf(owner, of)
  await tx.execute(sql`
    with locked as materialized (
      ${lockedIds(owner, sql`e.state in ('waiting', 'held') and e.due_at is not null and ${where}`)})
    update enrolments e set due_at = null from locked where e.id = locked.id`)
}

/** Steps were added, moved or removed: finds the next of everybody to whom none is queued. */
export async function findNextSteps(tx: Db, owner: OwnerId, campaignId: string, at: string): Promise<void> {
  await tx.execute(sql`
    with locked as materialized (${lockedIds(
      owner,
      sql`e.campaign_id = ${campaignId} and (e.state in ('waiting', 'stopped')
        or e.state = 'held' and (e.hold_reason <> 'unconfirmed' or e.done = '{}'))`,
    )}),
    next as (select e.id, ${nextStep('e', 'e.done')} as step_id from locked join enrolments e on e.id = locked.id)
    update enrolments e set next_step_id = next.step_id, due_at = null, missing = null, updated_at = ${at},
      state = case when next.step_id is null and ${IS_OPEN} then 'finished'
        when e.hold_reason = 'missing_value' then 'waiting' else e.state end,
      hold_reason = case when next.step_id is null or e.hold_reason = 'missing_value' then null else e.hold_reason end,
      held_until = case when next.step_id is null then null else e.held_until end
    from next where e.id = next.id and next.step_id is distinct from e.next_step_id`)
}

/**
 * People who stopped or are finished, and are still in the campaign, go on with the next step, if there is one; held if
 * their newest message is in doubt. `restart` counts the wait from now. Returns a campaign for each of them.
 */
export async function reopen(
  tx: Db,
  owner: OwnerId,
  { whom, of, restart, at }: { whom: Whom; of: readonly Ended[]; restart: boolean; at: string },
): Promise<string[]> {
  const spans = restart ? sql`'[]'::jsonb` : sql`e.held_spans`
  const { rows } = await tx.execute<{ campaign_id: string }>(sql`
    with locked as materialized (${lockedIds(
      owner,
      // Only stopped people have a stop_reason.
      sql`coalesce(e.stop_reason, e.state) = any(${textList(of)}) and ${isOf(owner, whom)}`,
    )}),
    next as (
      select e.id, ${nextStep('e', 'e.done')} as step_id, why.reason, h.until, h.created_at as held_from, (
          select r.state = 'unconfirmed' from recipients r
          where r.campaign_prospect_id = e.campaign_prospect_id and r.state in ('sent', 'unconfirmed')
          order by r.round desc limit 1) as is_unconfirmed
      from locked join enrolments e on e.id = locked.id join campaign_prospects p on p.id = e.campaign_prospect_id
      ${whyHeld(sql`${at}`)}),
    judged as (
      select *, case when is_unconfirmed then 'unconfirmed' else reason end as hold_reason
      from next where step_id is not null)
    update enrolments e set next_step_id = judged.step_id, due_at = null, updated_at = ${at}, stop_reason = null,
      waited_from = case when ${restart} then ${at}::timestamptz else e.waited_from end,
      held_spans = case when judged.until is null then ${spans} else ${spans} ||
        jsonb_build_array(jsonb_build_object('from', judged.held_from, 'until', judged.until)) end,
      state = case when judged.hold_reason is null then 'waiting' else 'held' end,
      hold_reason = judged.hold_reason,
      held_until = case when judged.hold_reason in ('away', 'manual') then judged.until end
    from judged where e.id = judged.id
    returning e.campaign_id`)
  return rows.map(({ campaign_id }) => campaign_id)
}

/** Campaigns whose sequence goes on again are active. */
export async function reactivate(tx: Db, owner: OwnerId, campaignIds: readonly string[]): Promise<void> {
  if (campaignIds.length === 0) return
  await tx.execute(sql`
    update campaigns c set status = 'active'
    where c.owner_id = ${owner} and c.id = any(${plainList(campaignIds)}::uuid[]) and c.status in ('completed', 'draft')
      and exists (select from enrolments e where e.campaign_id = c.id and ${IS_OPEN})`)
}

/** Copies the steps of a campaign to its duplicate. */
export async function copySteps(
  tx: Db,
  owner: OwnerId,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<void> {
  await tx.execute(sql`
    insert into campaign_steps (owner_id, campaign_id, position, wait_days, wait_in, thread, subject, body, written_by,
      created_at, updated_at)
    select owner_id, ${to}::uuid, position, wait_days, wait_in, thread, subject, body, written_by,
      ${at}::timestamptz, ${at}::timestamptz
    from campaign_steps where owner_id = ${owner} and campaign_id = ${from} and removed_at is null`)
}
