import { sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { campaignNames, firstNames, lastNames, replyTexts, trades } from './texts.ts'

const list = (texts: readonly string[]) => sql`${sql.param([...texts])}::text[]`
/** One of a list for a number, spread so that neighbours differ. */
const oneOf = (texts: readonly string[], spread: string) =>
  sql`(${list(texts)})[1 + ${sql.raw(spread)} % ${sql.raw(String(texts.length))}]`

/**
 * Fills the inbox of an account: people of ten campaigns, each with one to three messages that came in, labels, states,
 * notes, answers and suppressions.
 */
export async function fillInbox(
  tx: Db,
  _scope: SystemScope,
  { email, count, at }: { email: string; count: number; at: string },
): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`)
  const { rows } = await tx.execute<{ id: string }>(sql`select id from users where email = ${email}`)
  const owner = sql`${rows[0]!.id}::uuid`
  const now = sql`${at}::timestamptz`
  await tx.execute(sql`
    create temporary table story_people on commit drop as
    select n, gen_random_uuid() as prospect_id, gen_random_uuid() as campaign_prospect_id,
      gen_random_uuid() as recipient_id, gen_random_uuid() as message_id, gen_random_uuid() as conversation_id,
      first_name, last_name, trade || ' ' || last_name || case when n % 7 = 0 then ' & Co.' else '' end as company,
      fold_words(first_name) || '.' || fold_words(last_name) || '@' || slug || '-' || n || '.example' as email,
      n % 10 as campaign, 
      case when label in ('away', 'automatic') then 1 else 1 + n % 3 end as messages,
      ${now} - n * interval '4 minutes' - interval '1 hour' as wrote_at, reply.*
    from generate_series(1, ${count}::int) n
    cross join lateral (select
      ${oneOf(firstNames, '(n * 7)')} as first_name, ${oneOf(lastNames, '(n * 13 / 3)')} as last_name,
      ${oneOf(
        trades.map(([name]) => name),
        '(n * 3)',
      )} as trade,
      ${oneOf(
        trades.map(([, slug]) => slug),
        '(n * 3)',
      )} as slug) as person
    join (
      select (r.at - 1)::int as text_no, r.text->>'label' as label, r.text->>'text' as text, r.text->>'words' as words
      from jsonb_array_elements(${JSON.stringify(replyTexts)}::jsonb) with ordinality as r (text, at)) as reply
      on reply.text_no = n * 17 % ${sql.raw(String(replyTexts.length))}`)
  await tx.execute(sql`create index on story_people (n)`)
  await insertCampaigns(tx, owner, now)
  await insertSent(tx, owner)
  await insertReceived(tx, owner, now)
  await insertFurther(tx, owner, now)
  await tx.execute(sql`
    insert into conversation_words (conversation_id, owner_id, words)
    select id, owner_id, words_of_conversation(id) from conversations where owner_id = ${owner}`)
}

type Sql = ReturnType<typeof sql>

async function insertCampaigns(tx: Db, owner: Sql, now: Sql): Promise<void> {
  await tx.execute(sql`
    create temporary table story_campaigns on commit drop as
    select (at - 1)::int as n, gen_random_uuid() as id, name from unnest(${list(campaignNames)}) with ordinality as c (name, at)`)
  await tx.execute(sql`
    insert into campaigns (id, owner_id, name, marketing_copy, email_subject, email_body, written_by, template_version,
      template_at, generations, status, created_at, updated_at)
    select id, ${owner}, name, 'We roast coffee in small batches, twice a week.', 'Coffee for {{businessName|you}}',
      'Hello {{firstName|there}}, may we bring you two kilos to try?', 'composer', 1, ${now}, 1, 'completed', ${now}, ${now}
    from story_campaigns`)
}

async function insertSent(tx: Db, owner: Sql): Promise<void> {
  await tx.execute(sql`
    insert into prospects (id, owner_id, place_id, business_name, email, first_name, last_name, status, created_at, updated_at)
    select prospect_id, ${owner}, '', company, email, first_name, last_name,
      case when label in ('away', 'automatic', 'left_company', 'stop') then 'email_sent'
        when label = 'not_interested' then 'rejected' else 'responded' end,
      wrote_at - interval '9 days', wrote_at
    from story_people`)
  const text = sql`'<p>Hello ' || first_name || ',</p><p>may we bring ' || company || ' two kilos of coffee to try?</p><p>Ada Pan</p>'`
  await tx.execute(sql`
    insert into campaign_prospects (id, owner_id, campaign_id, prospect_id, email, first_name, last_name, business_name,
      position, email_status, email_subject, email_content, rendered_version, round, sent_at, first_sent_at, responded_at,
      unsubscribed_at, created_at)
    select p.campaign_prospect_id, ${owner}, c.id, p.prospect_id, p.email, p.first_name, p.last_name, p.company, p.n,
      case when label in ('away', 'automatic', 'left_company') then 'sent' when label = 'stop' then 'unsubscribed'
        else 'responded' end,
      'Coffee for ' || p.company, ${text}, 1, 1, wrote_at - interval '2 days', wrote_at - interval '2 days',
      case when label not in ('away', 'automatic', 'left_company', 'stop') then wrote_at end,
      case when label = 'stop' then wrote_at end, wrote_at - interval '3 days'
    from story_people p join story_campaigns c on c.n = p.campaign`)
  await tx.execute(sql`
    insert into recipients (id, owner_id, campaign_id, campaign_prospect_id, prospect_id, round, email, subject, content,
      state, next_at, queued_at, transmitting_at, finished_at)
    select p.recipient_id, ${owner}, c.id, p.campaign_prospect_id, p.prospect_id, 1, p.email, 'Coffee for ' || p.company,
      ${text}, 'sent', at, at, at, at
    from story_people p join story_campaigns c on c.n = p.campaign
    cross join lateral (select wrote_at - interval '2 days' as at) as sent`)
}

const isAutomatic = sql.raw(`label in ('away', 'automatic')`)
/** As a rule gives it. */
const reason = sql.raw(`case when words is null then 'No rule was sure'
  when ${`label in ('away', 'automatic')`} then 'Automatic reply that says "' || words || '"'
  else 'Because they wrote "' || words || '"' end`)

async function insertReceived(tx: Db, owner: Sql, now: Sql): Promise<void> {
  await tx.execute(sql`
    insert into inbound_messages (id, owner_id, envelope_from, envelope_to, raw, raw_hash, bytes, attachments, files, kind,
      recipient_id, from_email, from_name, subject, reply_text, received_at, handled_at, forward_state, label, label_by,
      label_reason, is_proven)
    select case when m = messages then message_id else gen_random_uuid() end, ${owner}, email, 'ada@reply.localhost',
      convert_to(raw, 'UTF8'), 'story ' || message_id || ' ' || m, octet_length(raw) + octet_length(written), '{}', '[]',
      case when ${isAutomatic} and m = messages then 'auto-reply' else 'reply' end,
      recipient_id, email, first_name || ' ' || last_name, subject, written, at, at, 'none',
      case when m = messages then label else 'other' end, 'rule',
      case when m = messages then ${reason} else 'No rule was sure' end, true
    from story_people p
    cross join lateral generate_series(1, messages) m
    cross join lateral (select 'Re: Coffee for ' || company as subject, wrote_at - (messages - m) * interval '5 hours' as at,
      case when m = messages then text else 'Thank you. I will have a look and come back to you.' end
        || E'\n\n' || first_name || ' ' || last_name || E'\n' || company as written) as message
    cross join lateral (select 'From: ' || email || E'\r\nTo: ada@reply.localhost\r\nSubject: ' || subject
      || E'\r\nMessage-ID: <story-' || n || '-' || m || E'@example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n'
      || written as raw) as mail`)
  await tx.execute(sql`
    insert into conversations (id, owner_id, email, sender_name, newest_id, newest_at, newest_kind, received, replies,
      prospect_id, campaign_ids, state, snoozed_until, unread, auto_label, auto_label_by, auto_label_reason, later_until,
      chosen_label, chosen_by, chosen_by_name, assignee_id, created_at, updated_at)
    select conversation_id, ${owner}, email, first_name || ' ' || last_name, message_id, wrote_at,
      case when ${isAutomatic} then 'auto-reply' else 'reply' end,
      messages, case when ${isAutomatic} then 0 else messages end,
      prospect_id, array[c.id], state, case when state = 'snoozed' then ${now} + (1 + p.n % 60) * interval '1 day' end,
      state = 'open' and p.n % 3 = 0, label, 'rule', ${reason},
      case when label = 'later' then (${now} + interval '60 days')::date end,
      case when is_chosen then 'meeting' end, case when is_chosen then ${owner} end,
      case when is_chosen then 'Ada Pan' end, case when p.n % 4 = 0 and state = 'open' then ${owner} end, wrote_at, wrote_at
    from story_people p join story_campaigns c on c.n = p.campaign
    cross join lateral (select p.n % 50 = 1 and label in ('interested', 'question') as is_chosen,
      case when ${isAutomatic} or label in ('stop', 'left_company') then 'done'
        when label = 'not_interested' then case when p.n % 5 = 0 then 'open' else 'done' end
        when p.n % 9 = 0 then 'snoozed' when p.n % 2 = 0 then 'open' else 'done' end as state) as judged`)
}

/** Events, suppressions, answers, notes and two own labels. */
async function insertFurther(tx: Db, owner: Sql, now: Sql): Promise<void> {
  await tx.execute(sql`
    insert into tracking_events (owner_id, recipient_id, kind, detail, at)
    select ${owner}, recipient_id, case when ${isAutomatic} then 'auto_reply' else 'reply' end,
      case when label = 'stop' then '{"stop": true}'::jsonb end, wrote_at from story_people`)
  await tx.execute(sql`
    insert into suppressions (owner_id, kind, email, hash, reason, source, recipient_id, created_at)
    select ${owner}, 'address', email, encode(sha256(convert_to(email, 'UTF8')), 'hex'), 'stop_reply',
      'Reply to a campaign', recipient_id, wrote_at from story_people where label = 'stop'`)
  await tx.execute(sql`
    insert into answers (owner_id, inbound_id, recipient_id, press_id, to_email, subject, content, state, next_at,
      created_at, finished_at, author_id, author_name)
    select ${owner}, message_id, recipient_id, gen_random_uuid(), p.email, 'Re: Coffee for ' || company,
      'Thank you, ' || first_name || E'. I am happy to help.\n\nAda', 'sent', at, at, at, ${owner}, 'Ada Pan'
    from story_people p join conversations c on c.id = p.conversation_id
    cross join lateral (select wrote_at + interval '30 minutes' as at) as answered
    where c.state = 'done' and p.label in ('interested', 'meeting', 'question', 'wrong_person', 'other')`)
  await tx.execute(sql`
    insert into conversation_notes (owner_id, conversation_id, author_id, author_name, text, created_at, updated_at)
    select ${owner}, conversation_id, ${owner}, 'Ada Pan', 'Met ' || first_name || ' at the fair; buys from a roaster in town.',
      wrote_at, wrote_at from story_people where n % 40 = 0`)
  await tx.execute(sql`
    insert into reply_labels (owner_id, name, colour, effect, created_at)
    values (${owner}, 'Reseller', 'purple', 'interested', ${now}), (${owner}, 'Competitor', 'grey', null, ${now})`)
}

/** The planner knows the new rows at once. */
export async function analyze(db: Db, _scope: SystemScope): Promise<void> {
  await db.execute(
    sql`analyze conversations, conversation_words, inbound_messages, recipients, prospects, tracking_events`,
  )
}
