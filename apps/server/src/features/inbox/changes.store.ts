import { pick } from '@goldpan/contract/fields'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { plainList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { type ChangeEffects, conversation_changes, conversations } from '../../db/schema.ts'
import type { ConversationRow } from './conversations.store.ts'
import { type Filter, matching } from './listing.store.ts'

/** Conversations by any of their ids, and how many ids stand for none. */
export async function resolveIds(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
): Promise<{ found: string[]; unknown: number }> {
  const { rows } = await tx.execute<{ conversation_id: string | null }>(sql`
    ${namedBy(owner, ids)}
    select distinct c.id as conversation_id, case when c.id is null then named.id end
    from named left join conversations c on c.owner_id = ${owner} and (c.id = named.id or c.email = named.email)`)
  const found = rows.flatMap(({ conversation_id }) => conversation_id ?? [])
  return { found, unknown: rows.length - found.length }
}

/** Conversations for known people who never wrote. */
export async function insertMissing(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
  at: string,
): Promise<void> {
  await tx.execute(sql`
    ${namedBy(owner, ids)}
    insert into conversations (owner_id, email, prospect_id, created_at, updated_at)
    select distinct on (email) ${owner}::uuid, email, prospect_id, ${at}::timestamptz, ${at}::timestamptz
    from named where email is not null order by email, prospect_id
    on conflict do nothing`)
}

/** The addresses that ids of messages, recipients and prospects stand for. */
const namedBy = (owner: OwnerId, ids: readonly string[]): SQL => sql`
  with named as materialized (
    select given.id, lower(coalesce(i.from_email, r.email, p.email)) as email, coalesce(p.id, r.prospect_id) as prospect_id
    from unnest(${plainList([...new Set(ids)])}::uuid[]) as given (id)
    left join inbound_messages i on i.id = given.id and i.owner_id = ${owner}
    left join recipients r on r.id = given.id and r.owner_id = ${owner}
    left join prospects p on p.id = given.id and p.owner_id = ${owner})`

export async function listMatching(
  tx: Db,
  owner: OwnerId,
  filter: Filter,
  except: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        matching(owner, filter),
        except.length > 0 ? sql`${conversations.id} <> all(${plainList(except)}::uuid[])` : undefined,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Up to 50,000 are read at once, so only what changes ask for. */
const LOCKED_COLUMNS = [
  'id',
  'email',
  'answers_for',
  'prospect_id',
  'state',
  'snoozed_until',
  'snoozed_before',
  'unread',
  'label',
  'auto_label',
  'chosen_label',
  'chosen_by',
  'chosen_by_name',
  'assignee_id',
  'replies',
] as const satisfies (keyof ConversationRow)[]
export type LockedRow = Pick<ConversationRow, (typeof LOCKED_COLUMNS)[number]>

/** Locks conversations in order of id, so that two changes can't deadlock. */
export async function lockConversations(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
): Promise<LockedRow[]> {
  return tx
    .select(pick(conversations, LOCKED_COLUMNS))
    .from(conversations)
    .where(and(eq(conversations.owner_id, owner), sql`${conversations.id} = any(${plainList(ids)}::uuid[])`))
    .orderBy(conversations.id)
    .for('update')
}

/** When a message of the thread came in or left: one that came in, of a campaign, or an answer. */
export async function findMessage(
  tx: Db,
  owner: OwnerId,
  id: string,
): Promise<{ at: string; id: string } | null> {
  const { rows } = await tx.execute<{ at: string }>(sql`
    select coalesce(
      (select received_at from inbound_messages where id = ${id}::uuid and owner_id = ${owner}),
      (select transmitting_at from recipients where id = ${id}::uuid and owner_id = ${owner}),
      (select created_at from answers where id = ${id}::uuid and owner_id = ${owner}))::text as at`)
  return rows[0]?.at ? { at: rows[0].at, id } : null
}

/** Those of these addresses from which a person's message came after that one. */
export async function listNewerThan(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  message: { at: string; id: string },
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select distinct lower(from_email) as email from inbound_messages
    where owner_id = ${owner} and kind = 'reply' and lower(from_email) = any(${sql.param([...emails])}::text[])
      and id <> ${message.id}::uuid
      and (received_at > ${message.at}::timestamptz
        or received_at = ${message.at}::timestamptz and id > ${message.id}::uuid)`)
  return new Set(rows.map(({ email }) => email))
}

/** Columns that change and are undone together. */
const GROUPS = {
  state: ['state', 'snoozed_until', 'snoozed_before'],
  unread: ['unread'],
  label: ['chosen_label', 'chosen_by', 'chosen_by_name'],
  assignee: ['assignee_id'],
} as const satisfies Record<string, readonly (keyof ConversationRow)[]>

export type Changed = Pick<ConversationRow, (typeof GROUPS)[keyof typeof GROUPS][number]>

const TYPES: Record<keyof Changed, string> = {
  state: 'text',
  snoozed_until: 'timestamptz',
  snoozed_before: 'timestamptz',
  unread: 'boolean',
  chosen_label: 'text',
  chosen_by: 'uuid',
  chosen_by_name: 'text',
  assignee_id: 'uuid',
}

export async function insertChange(
  tx: Db,
  owner: OwnerId,
  change: { id: string; user_id: string; changed_at: string; conversations: number },
): Promise<void> {
  await tx.insert(conversation_changes).values({ owner_id: owner, ...change })
}

/** Conversations that are alike before and after a change. */
export interface Alike {
  ids: string[]
  before: Partial<Changed>
  after: Partial<Changed>
  /** What a message changes later is told apart by their number. */
  replies: number
}

/** Gives conversations their new columns, and keeps those before for the undo. The caller has locked them. */
export async function applyChange(
  tx: Db,
  owner: OwnerId,
  change: { id: string; at: string },
  groups: readonly Alike[],
): Promise<void> {
  for (const same of Map.groupBy(groups, ({ after }) => JSON.stringify(after)).values()) {
    const { after } = same[0]!
    const columns = Object.keys(after) as (keyof Changed)[]
    const sets = columns.map((name) => sql`${sql.raw(name)} = ${after[name]}::${sql.raw(TYPES[name])}`)
    const ids = same.flatMap((group) => group.ids)
    await tx.execute(sql`
      update conversations set ${sql.join(sets, sql`, `)}, updated_at = ${change.at}::timestamptz
      where id = any(${plainList(ids)}::uuid[]) and coalesce(owner_id = ${owner}, false)`)
  }
  const kept = groups.map(({ ids, before, after, replies }) => ({
    ids,
    before: { ...before, replies },
    after: { ...after, replies },
  }))
  await tx.execute(sql`
    insert into conversation_change_rows (change_id, owner_id, conversation_ids, before, after)
    select ${change.id}::uuid, ${owner}::uuid,
      array(select jsonb_array_elements_text(kept->'ids')::uuid), kept->'before', kept->'after'
    from jsonb_array_elements(${JSON.stringify(kept)}::jsonb) as kept`)
}

export async function saveEffects(tx: Db, owner: OwnerId, id: string, effects: ChangeEffects): Promise<void> {
  await tx
    .update(conversation_changes)
    .set({ effects })
    .where(and(eq(conversation_changes.owner_id, owner), eq(conversation_changes.id, id)))
}

/** Forgets an owner's oldest changes beyond this many conversations, but never the newest change. */
export async function trimChanges(tx: Db, owner: OwnerId, most: number): Promise<void> {
  await tx.execute(sql`
    delete from conversation_changes where id in (
      select id from (
        select id, sum(conversations) over newest as together, row_number() over newest as place
        from conversation_changes where owner_id = ${owner} window newest as (order by changed_at desc, id)) as all_of_owner
      where together > ${most} and place > 1)`)
}

/** Locks a change that can still be undone, so that only one request does. */
export async function lockChange(tx: Db, owner: OwnerId, id: string, since: string) {
  const [row] = await tx
    .select()
    .from(conversation_changes)
    .where(
      and(
        eq(conversation_changes.owner_id, owner),
        eq(conversation_changes.id, id),
        gt(conversation_changes.changed_at, since),
        sql`${conversation_changes.undone_at} is null`,
      ),
    )
    .for('update')
  return row ?? null
}

/** Puts back each group of columns that is still as the change left it; state and reading only without newer replies. */
export async function undoChange(
  tx: Db,
  owner: OwnerId,
  { id, at, members }: { id: string; at: string; members: readonly string[] },
): Promise<void> {
  const same = (name: keyof Changed) =>
    `c.${name} is not distinct from (kept.after->>'${name}')::${TYPES[name]}`
  const conditions: Record<keyof typeof GROUPS, SQL> = {
    state: sql.raw(`${same('state')} and ${same('snoozed_until')} and kept.is_newest`),
    unread: sql.raw(`${same('unread')} and kept.is_newest`),
    label: sql.raw(same('chosen_label')),
    assignee: sql`${sql.raw(same('assignee_id'))} and (kept.before->>'assignee_id' is null
      or (kept.before->>'assignee_id')::uuid = any(${plainList(members)}::uuid[]))`,
  }
  const sets = Object.entries(GROUPS).flatMap(([group, columns]) =>
    columns.map((name) => {
      const column = sql.raw(name)
      const before = sql.raw(`(kept.before->>'${name}')::${TYPES[name]}`)
      const isUndone = conditions[group as keyof typeof GROUPS]
      return sql`${column} = case when kept.after ? ${sql.raw(`'${name}'`)} and ${isUndone} then ${before} else c.${column} end`
    }),
  )
  await tx.execute(sql`
    with kept as materialized (
      select c.id as conversation_id, k.before, k.after, c.replies = (k.after->>'replies')::int as is_newest
      from conversation_change_rows k cross join unnest(k.conversation_ids) as changed (id)
      join conversations c on c.id = changed.id
      where k.change_id = ${id}::uuid and coalesce(k.owner_id = ${owner}, false)
      order by c.id for update of c)
    update conversations c set ${sql.join(sets, sql`, `)}, updated_at = ${at}::timestamptz
    from kept where c.id = kept.conversation_id`)
  await tx
    .update(conversation_changes)
    .set({ undone_at: at })
    .where(and(eq(conversation_changes.owner_id, owner), eq(conversation_changes.id, id)))
}

export async function deleteChangesBefore(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(conversation_changes).where(lt(conversation_changes.changed_at, before))
}

/** Recipients of the campaigns that these conversations answer. */
export async function listRecipients(
  tx: Db,
  owner: OwnerId,
  conversationIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct r.campaign_prospect_id as id
    from conversations c join recipients r on r.owner_id = c.owner_id
      and lower(r.email) = any(array[c.email, lower(c.answers_for)]) and r.campaign_id = any(c.campaign_ids)
    where c.id = any(${plainList(conversationIds)}::uuid[]) and c.owner_id = ${owner}
      and r.campaign_prospect_id is not null and r.transmitting_at is not null`)
  return rows.map(({ id }) => id)
}

/** Those of these recipients whose person replied, unsubscribed, complained or bounced since, in any campaign. */
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

/** The prospects of a change's conversations in which nobody has written since. */
export async function listQuietProspects(tx: Db, owner: OwnerId, changeId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct c.prospect_id as id
    from conversation_change_rows k cross join unnest(k.conversation_ids) as changed (id)
    join conversations c on c.id = changed.id
    where k.change_id = ${changeId}::uuid and coalesce(k.owner_id = ${owner}, false)
      and c.prospect_id is not null and c.replies = (k.after->>'replies')::int`)
  return rows.map(({ id }) => id)
}

/** Those of these addresses that unsubscribed by link, complained, bounced for good or, since a time, wrote to stop. */
export async function listUnwilling(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  stoppedSince: string | null = null,
): Promise<Set<string>> {
  const since = stoppedSince === null ? sql`'-infinity'::timestamptz` : sql`${stoppedSince}::timestamptz`
  const { rows } = await tx.execute<{ email: string }>(sql`
    select distinct lower(r.email) as email from recipients r join tracking_events t on t.recipient_id = r.id
    where r.owner_id = ${owner} and lower(r.email) = any(${sql.param([...emails])}::text[]) and t.at >= ${since}
      and (t.kind = 'complaint' or t.kind = 'bounce' and t.class = 'hard'
        or t.kind = 'reply' and t.detail ? 'stop' and ${stoppedSince !== null}
        or t.kind = 'unsubscribe' and not exists (
          select from tracking_events later where later.recipient_id = r.id and later.kind = 'resubscribe'
            and later.at >= t.at))`)
  return new Set(rows.map(({ email }) => email))
}
