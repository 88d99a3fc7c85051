import type { RecipientSort } from '@goldpan/contract/campaigns'
import { mapNames, type NameField, nameFields } from '@goldpan/contract/fields'
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  ilike,
  inArray,
  max,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import { behind, byName, type Direction, inOrder, type Position, type SortBy } from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { campaign_prospects, type EmailStatus, type EnrolmentState, prospects } from '../../db/schema.ts'
import { furtherFields, STOPPED, UNSENT } from './campaigns.rules.ts'
import { firstOpenedAt } from './figures.store.ts'

export type RecipientRow = typeof campaign_prospects.$inferSelect
export type NewRecipient = Pick<
  RecipientRow,
  'prospect_id' | 'email' | NameField | 'further_fields' | 'business_name' | 'created_at'
>
export type Rendered = Pick<RecipientRow, 'id' | 'email_subject' | 'email_content'>

/** Rows a single insert statement takes: PostgreSQL allows 65,535 parameters. */
const INSERT_BATCH = 2000

const ofCampaign = (owner: OwnerId, campaignId: string) =>
  and(eq(campaign_prospects.owner_id, owner), eq(campaign_prospects.campaign_id, campaignId))

const isStale = (version: number) =>
  and(
    inArray(campaign_prospects.email_status, [...UNSENT]),
    eq(campaign_prospects.is_edited, false),
    ne(campaign_prospects.rendered_version, version),
  )

const { email_content, edited_body, ...columns } = getTableColumns(campaign_prospects)
const light = {
  ...columns,
  has_content: sql<boolean>`${email_content} is not null`,
  opened_at: firstOpenedAt,
}

/** Recipients in their order, without contents. */
export const listLight = async (db: Db, owner: OwnerId, campaignId: string) =>
  db
    .select(light)
    .from(campaign_prospects)
    .where(ofCampaign(owner, campaignId))
    .orderBy(asc(campaign_prospects.position))
export type LightRecipient = Awaited<ReturnType<typeof listLight>>[number]

export async function listContents(
  db: Db,
  owner: OwnerId,
  campaignId: string,
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: campaign_prospects.id, content: campaign_prospects.email_content })
    .from(campaign_prospects)
    .where(ofCampaign(owner, campaignId))
  return new Map(rows.map(({ id, content }) => [id, content]))
}

const fullName = sql`coalesce(${campaign_prospects.first_name}, '') || ' ' || coalesce(${campaign_prospects.last_name}, '')`
const orNever = (at: SQLWrapper): SQL => sql`coalesce(${at}, '-infinity')`

export const sorts: Record<RecipientSort, SortBy> = {
  added: { expression: sql`${campaign_prospects.position}`, cast: 'int' },
  // Those without a name are listed by their address.
  name: {
    expression: byName(sql`coalesce(nullif(trim(${fullName}), ''), ${campaign_prospects.email})`),
    cast: 'text',
  },
  business: { expression: byName(sql`coalesce(${campaign_prospects.business_name}, '')`), cast: 'text' },
  status: { expression: sql`${campaign_prospects.email_status}`, cast: 'text' },
  sent: { expression: orNever(campaign_prospects.sent_at), cast: 'timestamptz' },
  opened: { expression: orNever(firstOpenedAt), cast: 'timestamptz' },
  clicked: { expression: orNever(campaign_prospects.clicked_at), cast: 'timestamptz' },
  responded: { expression: orNever(campaign_prospects.responded_at), cast: 'timestamptz' },
}

export interface RecipientFilter {
  search?: string | undefined
  status?: EmailStatus | undefined
  state?: EnrolmentState | undefined
  /** The position of the next follow-up. */
  step?: number | undefined
}

export interface RecipientList {
  filter: RecipientFilter
  sort: RecipientSort
  direction: Direction
  after: Position | null
  limit: number
}

function matching(owner: OwnerId, campaignId: string, { search = '', status, state, step }: RecipientFilter) {
  const words = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { email, business_name, email_status } = campaign_prospects
  return and(
    ofCampaign(owner, campaignId),
    status ? eq(email_status, status) : undefined,
    state ? enrolled(sql`e.state = ${state}`) : undefined,
    step ? enrolled(sql`s.position = ${step} and e.state in ('waiting', 'queued', 'held')`) : undefined,
    search.trim() ? or(ilike(email, words), ilike(business_name, words), ilike(fullName, words)) : undefined,
  )
}

const enrolled = (where: SQL): SQL => sql`exists (
  select from enrolments e left join campaign_steps s on s.id = e.next_step_id and s.removed_at is null
  where e.campaign_prospect_id = ${campaign_prospects.id} and ${where})`

/** Each recipient comes with the value that it is sorted by. */
export async function listPage(db: Db, owner: OwnerId, campaignId: string, list: RecipientList) {
  const sort = sorts[list.sort]
  const rows = await db
    .select({ ...light, sorted_by: sql<string>`(${sort.expression})::text` })
    .from(campaign_prospects)
    .where(
      and(
        matching(owner, campaignId, list.filter),
        list.after ? behind(sort, campaign_prospects.id, list.direction, list.after) : undefined,
      ),
    )
    .orderBy(...inOrder(sort, campaign_prospects.id, list.direction))
    .limit(list.limit)
  return rows.map(({ sorted_by, ...recipient }) => ({ recipient, sorted_by }))
}

export const countMatching = (
  db: Db,
  owner: OwnerId,
  campaignId: string,
  filter: RecipientFilter,
): Promise<number> => db.$count(campaign_prospects, matching(owner, campaignId, filter))

/** By the prospect's id or, for a deleted prospect, by the recipient's own. */
export async function findRecipient(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  id: string,
): Promise<RecipientRow | null> {
  if (!isRowId(id)) return null
  const [row] = await db
    .select()
    .from(campaign_prospects)
    .where(
      and(
        ofCampaign(owner, campaignId),
        or(eq(campaign_prospects.prospect_id, id), eq(campaign_prospects.id, id)),
      ),
    )
  return row ?? null
}

/** The given recipient, or the first who was not written to, or the first of all. */
export async function chooseRecipient(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  id: string | null,
): Promise<RecipientRow | null> {
  const asked = id && (await findRecipient(db, owner, campaignId, id))
  if (asked) return asked
  const [first] = await db
    .select()
    .from(campaign_prospects)
    .where(and(eq(campaign_prospects.owner_id, owner), eq(campaign_prospects.campaign_id, campaignId)))
    .orderBy(
      sql`${inArray(campaign_prospects.email_status, [...UNSENT])} desc`,
      asc(campaign_prospects.position),
    )
    .limit(1)
  return first ?? null
}

export async function lockRecipient(tx: Db, owner: OwnerId, id: string): Promise<RecipientRow | null> {
  const [row] = await tx
    .select()
    .from(campaign_prospects)
    .where(and(eq(campaign_prospects.owner_id, owner), eq(campaign_prospects.id, id)))
    .for('update')
  return row ?? null
}

/** Those of these recipients that have replied, unsubscribed or bounced. */
export async function listStopped(
  tx: Db,
  owner: OwnerId,
  ids: string[],
): Promise<{ id: string; email_status: EmailStatus }[]> {
  if (ids.length === 0) return []
  const { id, email_status } = campaign_prospects
  return tx
    .select({ id, email_status })
    .from(campaign_prospects)
    .where(
      and(
        belongsTo(campaign_prospects.owner_id, owner),
        isOneOf(id, ids),
        inArray(email_status, [...STOPPED]),
      ),
    )
}

export async function listProspectIds(db: Db, owner: OwnerId, campaignId: string): Promise<string[]> {
  const rows = await db
    .select({ prospect_id: campaign_prospects.prospect_id })
    .from(campaign_prospects)
    .where(ofCampaign(owner, campaignId))
    .orderBy(asc(campaign_prospects.position))
  return rows.flatMap(({ prospect_id }) => (prospect_id === null ? [] : [prospect_id]))
}

/** Appends recipients and returns how many are new; those attached already stay as they are. */
export async function insertRecipients(
  tx: Db,
  owner: OwnerId,
  campaignId: string,
  rows: NewRecipient[],
): Promise<number> {
  const [last] = await tx
    .select({ position: max(campaign_prospects.position) })
    .from(campaign_prospects)
    .where(ofCampaign(owner, campaignId))
  const first = (last?.position ?? -1) + 1
  let added = 0
  for (let from = 0; from < rows.length; from += INSERT_BATCH) {
    const batch = rows.slice(from, from + INSERT_BATCH).map((row, index) => ({
      ...row,
      owner_id: owner,
      campaign_id: campaignId,
      position: first + from + index,
    }))
    const inserted = await tx
      .insert(campaign_prospects)
      .values(batch)
      .onConflictDoNothing()
      .returning({ id: campaign_prospects.id })
    added += inserted.length
  }
  return added
}

export async function deleteRecipient(db: Db, owner: OwnerId, id: string): Promise<void> {
  await db
    .delete(campaign_prospects)
    .where(and(eq(campaign_prospects.owner_id, owner), eq(campaign_prospects.id, id)))
}

export async function updateRecipient(
  tx: Db,
  owner: OwnerId,
  id: string,
  change: Partial<RecipientRow>,
): Promise<void> {
  await tx
    .update(campaign_prospects)
    .set(change)
    .where(and(eq(campaign_prospects.owner_id, owner), eq(campaign_prospects.id, id)))
}

/** A recipient's columns that follow its prospect. */
const followed = {
  email: sql`${prospects.email}`,
  ...mapNames(nameFields, (field) => sql`${prospects[field]}`),
  further_fields: sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    furtherFields.map((field) => sql`${sql.raw(`'${field}'`)}, ${prospects[field]}`),
    sql`, `,
  )}))`,
  business_name: sql`${prospects.business_name}`,
}
const isOutdated = or(
  ...Object.entries(followed).map(
    ([name, value]) => sql`${campaign_prospects[name as keyof typeof followed]} is distinct from ${value}`,
  ),
)

const isUnsent = inArray(campaign_prospects.email_status, [...UNSENT])
const isWithoutProspect = and(isUnsent, sql`${campaign_prospects.prospect_id} is null`)

/**
 * Copies changed prospects to unsent recipients, whose emails become stale. Removes recipients whose prospect is
 * gone.
 */
export async function followProspects(tx: Db, owner: OwnerId, campaignId: string): Promise<void> {
  await tx.delete(campaign_prospects).where(and(ofCampaign(owner, campaignId), isWithoutProspect))
  await tx
    .update(campaign_prospects)
    .set({ ...followed, rendered_version: 0 })
    .from(prospects)
    .where(
      and(
        ofCampaign(owner, campaignId),
        isUnsent,
        eq(prospects.id, campaign_prospects.prospect_id),
        isOutdated,
      ),
    )
}

export async function countStale(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  version: number,
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(campaign_prospects)
    .where(and(ofCampaign(owner, campaignId), isStale(version)))
  return row?.n ?? 0
}

/** Locks stale recipients for writing, and skips those that another worker has. */
export async function takeStale(
  tx: Db,
  owner: OwnerId,
  campaignId: string,
  version: number,
  limit: number,
): Promise<RecipientRow[]> {
  return tx
    .select()
    .from(campaign_prospects)
    .where(and(ofCampaign(owner, campaignId), isStale(version)))
    .orderBy(asc(campaign_prospects.position))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Stores written emails in one statement. Pending recipients become generated. */
export async function saveRendered(tx: Db, owner: OwnerId, version: number, rows: Rendered[]): Promise<void> {
  if (rows.length === 0) return
  const column = (key: keyof Rendered) =>
    sql`${sql.param(rows.map((row) => row[key]))}::${sql.raw(key === 'id' ? 'uuid' : 'text')}[]`
  await tx.execute(sql`
    update campaign_prospects set
      email_subject = written.subject,
      email_content = written.content,
      rendered_version = ${version},
      is_edited = false,
      edited_body = null,
      email_status = case email_status when 'pending' then 'generated' else email_status end
    from unnest(${column('id')}, ${column('email_subject')}, ${column('email_content')})
      as written (id, subject, content)
    where campaign_prospects.id = written.id and ${belongsTo(campaign_prospects.owner_id, owner)}`)
}

/** Discards manual edits of unsent emails. */
export async function forgetEdits(tx: Db, owner: OwnerId, campaignId: string): Promise<void> {
  await tx
    .update(campaign_prospects)
    .set({ is_edited: false, edited_body: null, rendered_version: 0 })
    .where(
      and(
        ofCampaign(owner, campaignId),
        eq(campaign_prospects.is_edited, true),
        inArray(campaign_prospects.email_status, [...UNSENT]),
      ),
    )
}

/** The same recipients as `followProspects` and `lockByStatus` give, without locking them or reading their emails. */
export async function listByStatus(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  statuses: readonly EmailStatus[],
) {
  const { id, prospect_id, email_subject, email_status, is_edited, rendered_version } = campaign_prospects
  const isFollowing = sql`${isUnsent} and ${prospects.id} is not null`
  return db
    .select({
      id,
      prospect_id,
      email: sql<string>`case when ${isFollowing} then ${prospects.email} else ${campaign_prospects.email} end`,
      email_status,
      is_edited,
      has_subject: sql<boolean>`${email_subject} is not null`,
      has_content: light.has_content,
      rendered_version: sql<number>`case when ${isFollowing} and (${isOutdated}) then 0 else ${rendered_version} end`,
    })
    .from(campaign_prospects)
    .leftJoin(prospects, eq(prospects.id, prospect_id))
    .where(
      and(
        ofCampaign(owner, campaignId),
        inArray(email_status, [...statuses]),
        sql`${isWithoutProspect} is not true`,
      ),
    )
    .orderBy(asc(campaign_prospects.position))
}

export async function lockByStatus(
  tx: Db,
  owner: OwnerId,
  campaignId: string,
  statuses: readonly EmailStatus[],
): Promise<RecipientRow[]> {
  return tx
    .select()
    .from(campaign_prospects)
    .where(and(ofCampaign(owner, campaignId), inArray(campaign_prospects.email_status, [...statuses])))
    .orderBy(asc(campaign_prospects.position))
    .for('update')
}
