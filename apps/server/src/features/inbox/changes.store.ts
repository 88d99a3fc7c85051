import { pick } from '@goldpan/contract/fields'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { isOneOf, plainList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { type ChangeEffects, conversation_changes, conversations } from '../../db/schema.ts'
import { type ConversationRow, labelIfThere } from './conversations.store.ts'
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

/** Up to 50,000 are read at once, so only what changes ask for. */
export const LOCKED_COLUMNS = [
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
export const lockConversations = (tx: Db, owner: OwnerId, ids: readonly string[]): Promise<LockedRow[]> =>
  lockWhere(tx, and(eq(conversations.owner_id, owner), isOneOf(conversations.id, ids)))

/** Those that still match when they are locked. */
export const lockMatching = (
  tx: Db,
  owner: OwnerId,
  filter: Filter,
  except: readonly string[],
): Promise<LockedRow[]> =>
  lockWhere(
    tx,
    and(
      matching(owner, filter),
      except.length > 0 ? sql`${conversations.id} <> all(${plainList(except)}::uuid[])` : undefined,
    ),
  )

/** Lock order: conversations first, then prospects, recipients, enrolments and suppressions. */
const lockWhere = (tx: Db, where: SQL | undefined): Promise<LockedRow[]> =>
  tx
    .select(pick(conversations, LOCKED_COLUMNS))
    .from(conversations)
    .where(where)
    .orderBy(conversations.id)
    .for('update', { of: conversations })

/** Locks the conversations of a change. */
export async function lockChanged(tx: Db, owner: OwnerId, changeId: string): Promise<void> {
  await tx.execute(sql`
    select 1 from conversations c where coalesce(c.owner_id = ${owner}, false) and c.id in (
      select unnest(k.conversation_ids) from conversation_change_rows k where k.change_id = ${changeId}::uuid)
    order by c.id for update of c`)
}

/** Columns that change and are undone together. */
const GROUPS = {
  state: ['state', 'snoozed_until', 'snoozed_before'],
  unread: ['unread'],
  label: ['chosen_label', 'chosen_by', 'chosen_by_name'],
  assignee: ['assignee_id'],
} as const satisfies Record<string, readonly (keyof ConversationRow)[]>

export type ChangedColumns = Pick<ConversationRow, (typeof GROUPS)[keyof typeof GROUPS][number]>

const TYPES: Record<keyof ChangedColumns, string> = {
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
  before: Partial<ChangedColumns>
  after: Partial<ChangedColumns>
  /** A later message raises it, so undo leaves its state alone. */
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
    const columns = Object.keys(after) as (keyof ChangedColumns)[]
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

/**
 * Puts back what is still as the change left it: state, reading, label and assignee apart, unless a later change set them,
 * too; state and reading only without newer replies.
 */
export async function undoChange(
  tx: Db,
  owner: OwnerId,
  { id, at, members }: { id: string; at: string; members: readonly string[] },
): Promise<void> {
  const { rows } = await tx.execute<{ changed_at: string }>(sql`
    update conversation_changes set undone_at = ${at}::timestamptz
    where owner_id = ${owner} and id = ${id}::uuid returning changed_at::text`)
  const undone = { id, at, since: rows[0]!.changed_at }
  await putBack(tx, owner, undone, {
    columns: GROUPS.state,
    values: GROUPS.state.map(before),
    where: sql`${isAsAfter('state')} and ${isAsAfter('snoozed_until')} and ${HAS_NO_NEWER}`,
  })
  await putBack(tx, owner, undone, {
    columns: GROUPS.unread,
    values: [before('unread')],
    where: sql`${isAsAfter('unread')} and ${HAS_NO_NEWER}`,
  })
  await putBack(tx, owner, undone, {
    columns: GROUPS.label,
    values: [
      labelIfThere(owner, before('chosen_label')),
      sql`(select u.id from users u where u.id = ${before('chosen_by')})`,
      before('chosen_by_name'),
    ],
    where: isAsAfter('chosen_label'),
  })
  await putBack(tx, owner, undone, {
    columns: GROUPS.assignee,
    values: [before('assignee_id')],
    where: sql`${isAsAfter('assignee_id')} and (${before('assignee_id')} is null
      or ${before('assignee_id')} = any(${plainList(members)}::uuid[]))`,
  })
}

const before = (name: keyof ChangedColumns): SQL => sql.raw(`(k.before->>'${name}')::${TYPES[name]}`)

const isAsAfter = (name: keyof ChangedColumns): SQL =>
  sql.raw(`c.${name} is not distinct from (k.after->>'${name}')::${TYPES[name]}`)

const HAS_NO_NEWER = sql`c.replies = (k.after->>'replies')::int`

async function putBack(
  tx: Db,
  owner: OwnerId,
  { id, at, since }: { id: string; at: string; since: string },
  { columns, values, where }: { columns: readonly (keyof ChangedColumns)[]; values: SQL[]; where: SQL },
): Promise<void> {
  const sets = columns.map((name, index) => sql`${sql.raw(name)} = ${values[index]!}`)
  const isChanged = sql.join(
    columns.map((name) => sql.raw(`k.before->'${name}' is distinct from k.after->'${name}'`)),
    sql` or `,
  )
  await tx.execute(sql`
    with later as materialized (
      select unnest(k.conversation_ids) as id from conversation_changes h
      join conversation_change_rows k on k.change_id = h.id
      where h.owner_id = ${owner} and h.changed_at > ${since}::timestamptz and h.undone_at is null and (${isChanged}))
    update conversations c set ${sql.join(sets, sql`, `)}, updated_at = ${at}::timestamptz
    from conversation_change_rows k cross join unnest(k.conversation_ids) as changed (id)
    where k.change_id = ${id}::uuid and coalesce(k.owner_id = ${owner}, false) and k.after ? ${columns[0]!}
      and c.id = changed.id and ${where} and c.id not in (select later.id from later)`)
}

export async function deleteChangesBefore(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(conversation_changes).where(lt(conversation_changes.changed_at, before))
}
