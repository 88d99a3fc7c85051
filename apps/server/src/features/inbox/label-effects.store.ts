import { sql } from 'drizzle-orm'
import { plainList, textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'

/** Recipients with these addresses in the campaigns that the conversations answer. */
export async function listRecipients(
  tx: Db,
  owner: OwnerId,
  { conversations, emails }: { conversations: readonly string[]; emails: readonly string[] },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with addresses as materialized (
      select email, campaign_ids from conversations
      where id = any(${plainList(conversations)}::uuid[]) and coalesce(owner_id = ${owner}, false)
      union all
      select lower(answers_for), campaign_ids from conversations
      where id = any(${plainList(conversations)}::uuid[]) and coalesce(owner_id = ${owner}, false)
        and answers_for is not null
    )
    select distinct r.campaign_prospect_id as id
    from recipients r join addresses a on a.email = lower(r.email) and r.campaign_id = any(a.campaign_ids)
    where r.owner_id = ${owner} and a.email = any(${textList(emails)})
      and r.campaign_prospect_id is not null and r.transmitting_at is not null`)
  return rows.map(({ id }) => id)
}

/** The prospects of conversations, and those to whom we wrote if somebody else answered. */
export async function listProspects(
  tx: Db,
  owner: OwnerId,
  conversations: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.prospect_id as id from conversations c
    where c.id = any(${plainList(conversations)}::uuid[]) and c.owner_id = ${owner} and c.prospect_id is not null
    union
    select p.prospect_id from conversations c
    join recipients r on r.owner_id = c.owner_id and lower(r.email) = lower(c.answers_for)
      and r.campaign_id = any(c.campaign_ids) and r.transmitting_at is not null
    join campaign_prospects p on p.id = r.campaign_prospect_id
    where c.id = any(${plainList(conversations)}::uuid[]) and c.owner_id = ${owner} and p.prospect_id is not null`)
  return rows.map(({ id }) => id)
}

/** Which of these recipients replied, unsubscribed, complained or bounced since, in any campaign. */
export async function listEndedSince(
  tx: Db,
  owner: OwnerId,
  recipientIds: readonly string[],
  since: string,
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct p.id from campaign_prospects p
    join recipients r on r.owner_id = ${owner} and lower(r.email) = lower(p.email)
    join tracking_events t on t.recipient_id = r.id and t.at >= ${since}::timestamptz
    where p.id = any(${plainList(recipientIds)}::uuid[]) and coalesce(p.owner_id = ${owner}, false)
      and t.kind in ('reply', 'bounce', 'unsubscribe', 'complaint')`)
  return new Set(rows.map(({ id }) => id))
}

/** A change's conversations in which nobody has written since. */
export async function listQuiet(tx: Db, owner: OwnerId, changeId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from conversation_change_rows k cross join unnest(k.conversation_ids) as changed (id)
    join conversations c on c.id = changed.id
    where k.change_id = ${changeId}::uuid and coalesce(k.owner_id = ${owner}, false)
      and c.replies = (k.after->>'replies')::int`)
  return rows.map(({ id }) => id)
}

/** Which of these addresses unsubscribed by link, complained, bounced for good or, since a time, wrote to stop. */
export async function listUnwilling(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  stoppedSince: string | null = null,
): Promise<Set<string>> {
  const since = stoppedSince === null ? sql`'-infinity'::timestamptz` : sql`${stoppedSince}::timestamptz`
  const { rows } = await tx.execute<{ email: string }>(sql`
    select distinct lower(r.email) as email from recipients r join tracking_events t on t.recipient_id = r.id
    where r.owner_id = ${owner} and lower(r.email) = any(${textList(emails)}) and t.at >= ${since}
      and (t.kind = 'complaint' or t.kind = 'bounce' and t.class = 'hard'
        or t.kind = 'reply' and t.detail ? 'stop' and ${stoppedSince !== null}
        or t.kind = 'unsubscribe' and not exists (
          select from tracking_events later where later.recipient_id = r.id and later.kind = 'resubscribe'
            and later.at >= t.at))`)
  const stopped =
    stoppedSince === null ? new Set<string>() : await listStopped(tx, owner, emails, stoppedSince)
  return stopped.union(new Set(rows.map(({ email }) => email)))
}

/** Which of these addresses sent a proven wish to get no more mail. It needs no message of ours. */
export async function listStopped(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  since = '-infinity',
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select distinct lower(from_email) as email from inbound_messages
    where owner_id = ${owner} and lower(from_email) = any(${textList(emails)}) and label = 'stop' and is_proven
      and handled_at >= ${since}::timestamptz`)
  return new Set(rows.map(({ email }) => email))
}

/** Which of these addresses have a conversation that is labelled as a stop. */
export async function listLabelledStop(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select c.email from conversations c left join reply_labels l on l.owner_id = c.owner_id and l.id::text = c.label
    where c.owner_id = ${owner} and c.email = any(${textList(emails)}) and coalesce(l.effect, c.label) = 'stop'`)
  return new Set(rows.map(({ email }) => email))
}

/** The newest message of each of these addresses. */
export async function listNewestTexts(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
): Promise<Map<string, { subject: string | null; text: string }>> {
  const { rows } = await tx.execute<{ email: string; subject: string | null; text: string }>(sql`
    select c.email, m.subject, left(coalesce(m.reply_text, ''), 4000) as text
    from conversations c join inbound_messages m on m.id = c.newest_id
    where c.owner_id = ${owner} and c.email = any(${textList(emails)})`)
  return new Map(rows.map(({ email, subject, text }) => [email, { subject, text }]))
}
