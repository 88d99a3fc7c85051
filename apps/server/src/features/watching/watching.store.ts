import { sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import {
  installation_troubles,
  type MessageOutcome,
  mail_server_state,
  message_outcomes,
} from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'
import type { Cause, Incident } from './watching.rules.ts'

export interface Counted {
  outcomes: ReadonlyMap<MessageOutcome, number>
  /** Null if nothing was. */
  accepted_at: string | null
  failed_at: string | null
}

/** Adds what a process counted, in a fixed order, so that two can't deadlock. */
export async function addCounted(tx: Db, _scope: SystemScope, counted: Counted, at: string): Promise<void> {
  const rows = [...counted.outcomes].map(([outcome, messages]) => ({ outcome, messages, last_at: at }))
  if (rows.length > 0)
    await tx
      .insert(message_outcomes)
      .values(rows.toSorted((a, b) => a.outcome.localeCompare(b.outcome)))
      .onConflictDoUpdate({
        target: message_outcomes.outcome,
        set: {
          messages: sql`${message_outcomes.messages} + excluded.messages`,
          last_at: sql`greatest(${message_outcomes.last_at}, excluded.last_at)`,
        },
      })
  const { accepted_at, failed_at } = counted
  if (accepted_at !== null || failed_at !== null)
    await tx
      .insert(mail_server_state)
      .values({ accepted_at, failed_at })
      .onConflictDoUpdate({
        target: mail_server_state.is_only,
        set: {
          accepted_at: sql`greatest(${mail_server_state.accepted_at}, excluded.accepted_at)`,
          failed_at: sql`greatest(${mail_server_state.failed_at}, excluded.failed_at)`,
        },
      })
}

export const listOutcomes = (db: Db, _scope: SystemScope) => db.select().from(message_outcomes)

export async function findServerState(db: Db, _scope: SystemScope) {
  const [row] = await db.select().from(mail_server_state)
  return { accepted_at: row?.accepted_at ?? null, failed_at: row?.failed_at ?? null }
}

/**
 * The moment since which the oldest due message could leave: its job isn't held by a pace, a cap or a window, its
 * owner's next turn has come, nothing is paused, and its server group takes mail. Null if there is none, or all sending
 * is held. Reads the first due message of each active job.
 */
export async function findAbleSince(db: Db, _scope: SystemScope, now: string): Promise<string | null> {
  const { rows } = await db.execute<{ since: Date | null }>(sql`
    select min(greatest(r.next_at, j.held_until, t.next_at, m.next_at)) as since
    from send_jobs j
    cross join lateral (
      select r.next_at, r.sender from recipients r
      where r.job_id = j.id and r.state = 'queued' and r.next_at <= ${now}
        and not exists (
          select from server_groups g where g.name = r.server_group and (g.held_until > ${now} or g.next_at > ${now}))
      order by r.next_at, r.id limit 1) r
    left join sending_turns t on t.owner_id = j.owner_id
    left join lateral (
      select max(m.next_at) as next_at from mailboxes m
      where m.owner_id = j.owner_id and m.removed_at is null and r.sender = 'mailbox') m on true
    where j.status in ('pending', 'processing') and not (select is_sending_held())
      and not ${isSuspended(sql`j.owner_id`)}
      and coalesce(greatest(j.held_until, t.next_at, m.next_at) <= ${now}, true)
      and not exists (
        select from sending_pauses p
        where p.owner_id = j.owner_id and p.lifted_at is null
          and (p.campaign_id is null or p.campaign_id = j.campaign_id))`)
  const since = rows[0]?.since
  return since ? new Date(since).toISOString() : null
}

export interface TriedMail {
  /** Waiting for another try. */
  tried: number
  /** The part of `tried` whose job isn't held. */
  retrying: number
}

/** Messages, forwards and answers that the mail server hasn't taken yet. */
export async function countTried(db: Db, _scope: SystemScope, now: string): Promise<TriedMail> {
  const { rows } = await db.execute<Record<keyof TriedMail | 'others', string> & { held: boolean }>(sql`
    select count(*) as tried, (select is_sending_held()) as held,
      count(*) filter (where coalesce(j.held_until <= ${now}, true)) as retrying,
      (select count(*) from inbound_messages where forward_state = 'queued' and attempts > 0) + (
       select count(*) from answers where state = 'queued' and attempts > 0 and mailbox_id is null) as others
    from recipients r join send_jobs j on j.id = r.job_id
    where r.state = 'queued' and r.attempts > 0 and r.sender = 'shared'`)
  const { tried, retrying, others, held } = rows[0]!
  return {
    tried: Number(tried) + Number(others),
    retrying: held ? 0 : Number(retrying) + Number(others),
  }
}

/** Messages, forwards and answers that wait for the mail server, those under way included. */
export async function countWaiting(db: Db, _scope: SystemScope, now: string): Promise<number> {
  const { rows } = await db.execute<{ waiting: string }>(sql`
    select (select count(*) from recipients
        where state = 'queued' and sender = 'shared' and (attempts > 0 or next_at <= ${now})) + (
      select count(*) from recipients where state in ('claimed', 'transmitting') and sender = 'shared') + (
      select count(*) from inbound_messages where forward_state = 'queued') + (
      select count(*) from answers where state = 'queued' and mailbox_id is null) as waiting`)
  return Number(rows[0]?.waiting ?? 0)
}

/** Locks the rows of all causes until the transaction ends. Creates those that are missing. */
export async function lockIncidents(
  tx: Db,
  _scope: SystemScope,
  causes: readonly Cause[],
  at: string,
): Promise<Incident[]> {
  await tx
    .insert(installation_troubles)
    .values(causes.map((cause) => ({ cause, looked_at: at })))
    .onConflictDoNothing()
  return tx.select().from(installation_troubles).orderBy(installation_troubles.cause).for('update')
}

export async function saveIncident(tx: Db, _scope: SystemScope, { cause, ...row }: Incident): Promise<void> {
  await tx.update(installation_troubles).set(row).where(sql`${installation_troubles.cause} = ${cause}`)
}

export const listIncidents = (db: Db, _scope: SystemScope): Promise<Incident[]> =>
  db.select().from(installation_troubles)
