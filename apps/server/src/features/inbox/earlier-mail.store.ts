import { sql } from 'drizzle-orm'
import { textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'

/**
 * Makes the conversations with these addresses, in lower case, or completes them, from all mail that is stored. Who
 * wrote after `since`, and after the newest message that the conversation knows, and has no answer is waited for: it is
 * open. Doing it again changes nothing.
 */
export async function joinEarlier(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  { since }: { since: string },
): Promise<void> {
  const named = textList(emails)
  const isTheirs = sql`i.owner_id = ${owner} and lower(i.from_email) = any(${named}) and i.kind in ('reply', 'auto-reply')`
  await tx.execute(sql`
    insert into conversations (owner_id, email, created_at, updated_at)
    select i.owner_id, lower(i.from_email), min(i.received_at), max(i.received_at) from inbound_messages i
    where ${isTheirs} group by 1, 2 order by 2
    on conflict do nothing`)
  // Counted after the lock, since a message that comes in meanwhile counts itself.
  await tx.execute(sql`
    select 1 from conversations where owner_id = ${owner} and email = any(${named}) order by id for update`)
  await tx.execute(sql`
    update conversations c set
      newest_id = case when m.newest_at >= coalesce(c.newest_at, '-infinity') then m.ids[1] else c.newest_id end,
      newest_kind = case when m.newest_at >= coalesce(c.newest_at, '-infinity') then m.kinds[1] else c.newest_kind end,
      newest_at = greatest(m.newest_at, c.newest_at),
      received = m.received, replies = m.replies, has_files = c.has_files or m.has_files,
      prospect_id = coalesce(c.prospect_id, ${prospectOf}),
      answers_for = coalesce(c.answers_for, ${writtenTo}),
      campaign_ids = array(
        select unnest(c.campaign_ids) union
        select r.campaign_id from recipients r where r.id = any(m.recipients) and r.campaign_id is not null),
      auto_label = case when l.label is null then c.auto_label else l.label end,
      auto_label_by = case when l.label is null then c.auto_label_by else l.label_by end,
      auto_label_reason = case when l.label is null then c.auto_label_reason else l.label_reason end,
      later_until = case when l.label is null then c.later_until else l.later_until end,
      state = case when w.waits then 'open' else c.state end,
      unread = c.unread or w.waits,
      snoozed_until = case when w.waits then null else c.snoozed_until end,
      snoozed_before = case when w.waits then coalesce(c.snoozed_until, c.snoozed_before) else c.snoozed_before end,
      created_at = least(m.first_at, c.created_at), updated_at = greatest(m.newest_at, c.updated_at)
    from (
      select lower(i.from_email) as email,
        array_agg(i.id order by i.received_at desc, i.id desc) as ids,
        array_agg(i.kind order by i.received_at desc, i.id desc) as kinds,
        array_agg(i.recipient_id) filter (where i.recipient_id is not null) as recipients,
        max(i.received_at) as newest_at, min(i.received_at) as first_at, count(*)::int as received,
        count(*) filter (where i.kind = 'reply')::int as replies,
        bool_or(coalesce(cardinality(i.attachments), 0) > 0) as has_files
      from inbound_messages i where ${isTheirs} group by 1
    ) m
    cross join lateral (select known.newest_at from conversations known
      where known.owner_id = ${owner} and known.email = m.email) known
    cross join lateral (${labelOf(owner)}) l
    cross join lateral (${waitsSince(owner, since)}) w
    where c.owner_id = ${owner} and c.email = m.email`)
}

/** The prospect we wrote to, if the person answered from that address, else the newest with it. */
const prospectOf = sql`coalesce(
  (select r.prospect_id from recipients r
    where r.id = any(m.recipients) and lower(r.email) = c.email and r.prospect_id is not null
    order by r.transmitting_at desc nulls last limit 1),
  (select p.id from prospects p where p.owner_id = c.owner_id and lower(p.email) = c.email
    order by p.created_at desc limit 1))`

/** The address that we wrote to, if another. */
const writtenTo = sql`(
  select lower(r.email) from recipients r where r.id = any(m.recipients) and lower(r.email) <> c.email
  order by r.transmitting_at desc nulls last limit 1)`

/** Of the newest message that a person wrote, else of the newest. */
const labelOf = (owner: OwnerId) => sql`
  select i.label, i.label_by, i.label_reason, i.later_until from inbound_messages i
  where i.owner_id = ${owner} and lower(i.from_email) = m.email and i.kind in ('reply', 'auto-reply')
  order by i.kind = 'reply' desc, i.received_at desc, i.id desc limit 1`

const waitsSince = (owner: OwnerId, since: string) => sql`
  select exists (
    select from inbound_messages i
    where i.owner_id = ${owner} and lower(i.from_email) = m.email and i.kind = 'reply'
      and i.received_at > greatest(${since}::timestamptz, coalesce(known.newest_at, '-infinity'))
      and not exists (select from answers a
        where a.owner_id = i.owner_id and lower(a.to_email) = m.email and a.created_at >= i.received_at)
      and not exists (select from suppressions s
        where s.owner_id = i.owner_id and s.lifted_at is null and s.created_at >= i.received_at
          and s.hash in (
            encode(sha256(convert_to(m.email, 'UTF8')), 'hex'),
            encode(sha256(convert_to('@' || split_part(m.email, '@', 2), 'UTF8')), 'hex')))) as waits`
