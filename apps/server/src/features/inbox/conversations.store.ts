import { builtInLabels } from '@goldpan/contract/inbox'
import { and, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import {
  type ConversationStateFields,
  conversations,
  inbound_messages,
  prospects,
  recipients,
} from '../../db/schema.ts'

export type ConversationRow = typeof conversations.$inferSelect

/** A message that came in, for its conversation. */
export interface Received {
  id: string
  at: string
  kind: 'reply' | 'auto-reply'
  /** In lower case. */
  email: string
  sender_name: string | null
  has_files: boolean
  label: NonNullable<ConversationRow['auto_label']>
  label_by: 'rule' | 'model'
  label_reason: string
  later_until: string | null
  /** Of the message of ours that it answers. */
  prospect_id: string | null
  campaign_id: string | null
  /** The address we wrote to, if another. */
  answers_for: string | null
}

/** Creates the conversation or adds the message. The state is another statement's. */
export async function addReceived(tx: Db, owner: OwnerId, mail: Received): Promise<ConversationRow> {
  const isPersons = mail.kind === 'reply'
  const labels = {
    auto_label: mail.label,
    auto_label_by: mail.label_by,
    auto_label_reason: mail.label_reason,
    later_until: mail.later_until,
  }
  const newest = {
    newest_id: mail.id,
    newest_at: mail.at,
    newest_kind: mail.kind,
  }
  const campaign_ids = mail.campaign_id ? [mail.campaign_id] : []
  // Workers may handle messages in another order than they came in.
  const isNewest = sql`excluded.newest_at >= coalesce(${conversations.newest_at}, '-infinity')`
  // An automatic reply doesn't replace the label of a person's message.
  const hasOther = (since: SQL) => sql`exists (
    select from ${inbound_messages} m where m.owner_id = ${owner} and m.kind = 'reply'
      and lower(m.from_email) = ${mail.email} and m.id <> ${mail.id} and m.received_at > ${since})`
  const isLabelled = isPersons
    ? sql`not ${hasOther(sql`${mail.at}::timestamptz`)}`
    : sql`${isNewest} and not ${hasOther(sql`'-infinity'`)}`
  const takenIf = (condition: SQL, names: readonly (keyof typeof newest | keyof typeof labels)[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        sql`case when ${condition} then ${sql.raw(`excluded.${name}`)} else ${conversations[name]} end`,
      ]),
    )
  const [row] = await tx
    .insert(conversations)
    .values({
      owner_id: owner,
      email: mail.email,
      sender_name: mail.sender_name,
      ...newest,
      ...labels,
      received: 1,
      replies: isPersons ? 1 : 0,
      has_files: mail.has_files,
      prospect_id: mail.prospect_id,
      campaign_ids,
      answers_for: mail.answers_for,
      created_at: mail.at,
      updated_at: mail.at,
    })
    .onConflictDoUpdate({
      target: [conversations.owner_id, conversations.email],
      set: {
        ...takenIf(isNewest, ['newest_id', 'newest_at', 'newest_kind']),
        ...takenIf(isLabelled, ['auto_label', 'auto_label_by', 'auto_label_reason', 'later_until']),
        updated_at: sql`greatest(excluded.updated_at, ${conversations.updated_at})`,
        sender_name: sql`case when ${isNewest} then coalesce(excluded.sender_name, ${conversations.sender_name})
          else coalesce(${conversations.sender_name}, excluded.sender_name) end`,
        received: sql`${conversations.received} + 1`,
        replies: sql`${conversations.replies} + excluded.replies`,
        has_files: sql`${conversations.has_files} or excluded.has_files`,
        prospect_id: sql`coalesce(excluded.prospect_id, ${conversations.prospect_id})`,
        campaign_ids: sql`case when excluded.campaign_ids <@ ${conversations.campaign_ids}
          then ${conversations.campaign_ids} else ${conversations.campaign_ids} || excluded.campaign_ids end`,
        answers_for: sql`coalesce(excluded.answers_for, ${conversations.answers_for})`,
      },
    })
    .returning()
  return row!
}

/** Sets the same fields for conversations. */
export async function setFields(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
  fields: Partial<Omit<ConversationRow, 'id' | 'owner_id' | 'label'>>,
): Promise<void> {
  await tx
    .update(conversations)
    .set(fields)
    .where(and(eq(conversations.owner_id, owner), inArray(conversations.id, [...ids])))
}

/** By its own id, or the id of a message that came in, a recipient or a prospect. Locks nothing. */
export async function findConversation(db: Db, owner: OwnerId, id: string): Promise<ConversationRow | null> {
  const [own] = await db
    .select()
    .from(conversations)
    .where(and(eq(conversations.owner_id, owner), eq(conversations.id, id)))
  if (own) return own
  const email = await findEmail(db, owner, id)
  return email === null ? null : findByEmail(db, owner, email)
}

export async function findByEmail(db: Db, owner: OwnerId, email: string): Promise<ConversationRow | null> {
  const [row] = await db
    .select()
    .from(conversations)
    .where(and(eq(conversations.owner_id, owner), eq(conversations.email, email)))
  return row ?? null
}

/** The address, in lower case, that the id of a message, a recipient or a prospect stands for. */
export async function findEmail(db: Db, owner: OwnerId, id: string): Promise<string | null> {
  const [message] = await db
    .select({ email: inbound_messages.from_email })
    .from(inbound_messages)
    .where(
      and(
        eq(inbound_messages.owner_id, owner),
        eq(inbound_messages.id, id),
        isNotNull(inbound_messages.from_email),
      ),
    )
  const [sent] = await db
    .select({ email: recipients.email })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, id)))
  const [prospect] = await db
    .select({ email: prospects.email })
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), eq(prospects.id, id)))
  return (message?.email ?? sent?.email ?? prospect?.email)?.toLowerCase() ?? null
}

/** Another automatic label, if this message is still the newest that a person wrote. */
export async function relabel(
  tx: Db,
  owner: OwnerId,
  { id, messageId }: { id: string; messageId: string },
  label: { label: NonNullable<ConversationRow['auto_label']>; by: 'rule' | 'model'; reason: string },
): Promise<void> {
  await tx.execute(sql`
    update conversations c set auto_label = ${label.label}, auto_label_by = ${label.by},
      auto_label_reason = ${label.reason}
    where c.owner_id = ${owner} and c.id = ${id}::uuid and ${messageId}::uuid = (
      select m.id from inbound_messages m
      where m.owner_id = c.owner_id and lower(m.from_email) = c.email and m.kind = 'reply'
      order by m.received_at desc, m.id desc limit 1)`)
}

/** In SQL, a chosen label. Null for an own one that was deleted. */
export function labelIfThere(owner: OwnerId, label: SQL): SQL {
  const exists = sql`exists (select from reply_labels l where l.owner_id = ${owner} and l.id::text = ${label})`
  return sql`(case when ${label} = any(${textList(builtInLabels)}) or ${exists} then ${label} end)`
}

/** Collects the words of these addresses' conversations anew. */
export async function refreshWords(tx: Db, owner: OwnerId, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await tx.execute(sql`
    insert into conversation_words (conversation_id, owner_id, words)
    select c.id, c.owner_id, words_of_conversation(c.id) from conversations c
    where c.owner_id = ${owner} and c.email = any(${textList([...new Set(emails.map((email) => email.toLowerCase()))])})
    order by c.id
    on conflict (conversation_id) do update set words = excluded.words`)
}

/** Null if it was deleted meanwhile. */
export async function lockConversation(tx: Db, owner: OwnerId, id: string): Promise<ConversationRow | null> {
  const [row] = await tx
    .select()
    .from(conversations)
    .where(and(eq(conversations.owner_id, owner), eq(conversations.id, id)))
    .for('update')
  return row ?? null
}

export async function deleteConversation(tx: Db, owner: OwnerId, id: string): Promise<void> {
  await tx.delete(conversations).where(and(eq(conversations.owner_id, owner), eq(conversations.id, id)))
}

/**
 * After a deletion is undone: its newest message, and what the old conversation adds to a new one, if mail came
 * meanwhile. As long as that is automatic mail alone, the old state and label hold. Returns their addresses.
 */
export async function followRestored(tx: Db, owner: OwnerId, removalId: string): Promise<string[]> {
  const kept = (names: readonly string[]) =>
    sql.raw(
      names
        .map((name) => `${name} = case when is_merged and c.replies = 0 then old.${name} else c.${name} end`)
        .join(', '),
    )
  const { rows } = await tx.execute<{ email: string }>(sql`
    with old as (
      select r.*, r.id <> c.id as is_merged from removed_rows kept
      cross join lateral jsonb_populate_record(null::conversations, kept.contents) as r
      join conversations c on c.owner_id = kept.owner_id and c.email = r.email
      where kept.owner_id = ${owner} and kept.removal_id = ${removalId}::uuid and kept.held_by = 'conversations')
    update conversations c set newest_id = newest.id, newest_at = coalesce(newest.received_at, c.newest_at),
      newest_kind = coalesce(newest.kind, c.newest_kind), has_files = c.has_files or old.has_files,
      received = c.received + case when is_merged then old.received else 0 end,
      replies = c.replies + case when is_merged then old.replies else 0 end,
      campaign_ids = array(select distinct unnest(c.campaign_ids || old.campaign_ids)),
      ${kept(['state', 'snoozed_until', 'snoozed_before', 'unread'])},
      ${kept(['auto_label', 'auto_label_by', 'auto_label_reason', 'later_until'])},
      sender_name = coalesce(c.sender_name, old.sender_name),
      prospect_id = coalesce(c.prospect_id, (select id from prospects where id = old.prospect_id)),
      answers_for = coalesce(c.answers_for, old.answers_for),
      chosen_label = coalesce(c.chosen_label, ${labelIfThere(owner, sql`old.chosen_label`)}),
      chosen_by_name = case when c.chosen_label is null then old.chosen_by_name else c.chosen_by_name end,
      assignee_id = coalesce(c.assignee_id, (
        select id from users where id = old.assignee_id))
    from old left join lateral (
      select m.id, m.received_at, m.kind from inbound_messages m
      where m.owner_id = ${owner} and lower(m.from_email) = old.email and m.kind in ('reply', 'auto-reply')
      order by m.received_at desc, m.id desc limit 1) newest on true
    where c.owner_id = ${owner} and c.email = old.email
    returning c.email`)
  await joinDrafts(tx, owner, removalId)
  return rows.map(({ email }) => email)
}

/** A draft that its writer began since goes on after the restored one. */
async function joinDrafts(tx: Db, owner: OwnerId, removalId: string): Promise<void> {
  await tx.execute(sql`
    update answer_drafts d set text = rtrim(concat_ws(E'\\n\\n', nullif(kept.contents->>'text', ''), d.text)),
      version = greatest(d.version, (kept.contents->>'version')::int) + 1
    from removed_rows kept
    join removed_rows deleted on deleted.removal_id = kept.removal_id and deleted.held_by = 'conversations'
      and deleted.contents->>'id' = kept.contents->>'conversation_id'
    join conversations now on now.owner_id = kept.owner_id and now.email = deleted.contents->>'email'
    where kept.owner_id = ${owner} and kept.removal_id = ${removalId}::uuid and kept.held_by = 'answer_drafts'
      and d.conversation_id = now.id and d.user_id = (kept.contents->>'user_id')::uuid
      and d.text <> kept.contents->>'text'`)
}

/** Of a member who isn't one any more. */
export async function unassign(tx: Db, owner: OwnerId, person: string, at: string): Promise<void> {
  await tx
    .update(conversations)
    .set({ assignee_id: null, updated_at: at })
    .where(and(eq(conversations.owner_id, owner), eq(conversations.assignee_id, person)))
}

/** For a person on whom a member acts before they have written. */
export async function insertEmpty(
  tx: Db,
  owner: OwnerId,
  { email, prospect_id, at }: { email: string; prospect_id: string | null; at: string },
): Promise<void> {
  await tx
    .insert(conversations)
    .values({ owner_id: owner, email, prospect_id, created_at: at, updated_at: at })
    .onConflictDoNothing()
}

/** Sets `before` where the conversation is still as in `after`, and the person hasn't written since. */
export async function restoreState(
  tx: Db,
  owner: OwnerId,
  id: string,
  {
    before: { state, snoozed_until, snoozed_before, unread },
    after,
  }: { before: ConversationStateFields; after: ConversationStateFields & { replies: number } },
): Promise<void> {
  await tx
    .update(conversations)
    .set({ state, snoozed_until, snoozed_before, unread })
    .where(
      and(
        eq(conversations.owner_id, owner),
        eq(conversations.id, id),
        eq(conversations.state, after.state),
        eq(conversations.unread, after.unread),
        eq(conversations.replies, after.replies),
        sql`${conversations.snoozed_until} is not distinct from ${after.snoozed_until}::timestamptz`,
      ),
    )
}

/** Closes open and snoozed conversations with these addresses and domains, subdomains included. */
export async function closeNamed(
  tx: Db,
  owner: OwnerId,
  { emails, domains, at }: { emails: readonly string[]; domains: readonly string[]; at: string },
): Promise<void> {
  await tx
    .update(conversations)
    .set({ state: 'done', unread: false, snoozed_until: null, updated_at: at })
    .where(
      and(
        eq(conversations.owner_id, owner),
        ne(conversations.state, 'done'),
        sql`(${conversations.email} = any(${textList(emails)}) or exists (
          select from unnest(${textList(domains)}) as named (domain)
          where '.' || split_part(${conversations.email}, '@', 2) like '%.' || named.domain))`,
      ),
    )
}
