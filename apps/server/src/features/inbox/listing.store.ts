import type { ConversationState } from '@goldpan/contract/inbox'
import { and, count, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { plainList, textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import { behind, type Position, type SortBy } from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import {
  answer_drafts,
  campaigns,
  conversation_words,
  conversations,
  inbound_messages,
  mailbox_people,
  person_holds,
  prospects,
  recipients,
} from '../../db/schema.ts'
import type { ConversationRow } from './conversations.store.ts'

export const newest: SortBy = { expression: sql`${conversations.newest_at}`, cast: 'timestamptz' }

/** The filters of the contract, with the caller in place of 'me'. */
export interface Filter {
  state?: ConversationState | undefined
  label?: string | undefined
  /** Null: of nobody. */
  assignee?: string | null | undefined
  unread?: boolean
  campaign?: string | undefined
  mailbox?: string | undefined
  /** With at least one word. */
  search?: string | undefined
}

/** True for conversations of the list: those in which somebody wrote. */
export function matching(owner: OwnerId, filter: Filter): SQL | undefined {
  const { state, label, assignee, unread, campaign, mailbox, search } = filter
  return and(
    eq(conversations.owner_id, owner),
    isNotNull(conversations.newest_at),
    state ? eq(conversations.state, state) : undefined,
    label ? eq(conversations.label, label) : undefined,
    assignee === undefined
      ? undefined
      : sql`${conversations.assignee_id} is not distinct from ${assignee}::uuid`,
    unread ? eq(conversations.unread, true) : undefined,
    campaign ? sql`${conversations.campaign_ids} @> array[${campaign}::uuid]` : undefined,
    mailbox ? isOfMailbox(owner, mailbox) : undefined,
    search === undefined ? undefined : hasWords(owner, search),
  )
}

const isOfMailbox = (owner: OwnerId, mailbox: string): SQL => sql`exists (
  select from ${mailbox_people} where ${mailbox_people.owner_id} = ${owner}
    and ${mailbox_people.email} = ${conversations.email} and ${mailbox_people.mailbox_id} = ${mailbox})`

const hasWords = (owner: OwnerId, search: string): SQL => sql`${conversations.id} in (
  select ${conversation_words.conversation_id} from ${conversation_words}
  where ${conversation_words.owner_id} = ${owner} and ${conversation_words.words} @@ words_query(${search}))`

export const countMatching = (db: Db, owner: OwnerId, filter: Filter): Promise<number> =>
  db.$count(conversations, matching(owner, filter))

/** The newest first. */
export async function listPage(
  db: Db,
  owner: OwnerId,
  filter: Filter,
  page: { after: Position | null; offset: number; limit: number },
): Promise<{ row: ConversationRow; sorted_by: string }[]> {
  return db
    .select({ row: conversations, sorted_by: sql<string>`${conversations.newest_at}::text` })
    .from(conversations)
    .where(
      and(
        matching(owner, filter),
        page.after ? behind(newest, conversations.id, 'descending', page.after) : undefined,
      ),
    )
    .orderBy(desc(conversations.newest_at), desc(conversations.id))
    .limit(page.limit)
    .offset(page.offset)
}

/** Conversations by state and label. */
export async function countGroups(db: Db, owner: OwnerId, person: OwnerId, filter: Filter) {
  return db
    .select({
      state: conversations.state,
      label: conversations.label,
      count: count(),
      unread: sql<number>`(count(*) filter (where ${conversations.unread}))::int`,
      mine: sql<number>`(count(*) filter (where ${conversations.assignee_id} = ${person}))::int`,
    })
    .from(conversations)
    .where(matching(owner, filter))
    .groupBy(conversations.state, conversations.label)
}

/** The list's fields of each conversation's newest message. */
export async function listNewest(db: Db, owner: OwnerId, ids: readonly string[]) {
  return db
    .select({
      id: inbound_messages.id,
      subject: inbound_messages.subject,
      excerpt: sql<string | null>`left(${inbound_messages.reply_text}, 300)`,
      campaign_id: campaigns.id,
      campaign_name: campaigns.name,
    })
    .from(inbound_messages)
    .leftJoin(recipients, eq(recipients.id, inbound_messages.recipient_id))
    .leftJoin(campaigns, eq(campaigns.id, recipients.campaign_id))
    .where(and(eq(inbound_messages.owner_id, owner), inArray(inbound_messages.id, [...ids])))
}

/** The prospects of conversations. */
export async function listProspects(db: Db, owner: OwnerId, ids: readonly string[]) {
  const { id, email, first_name, last_name, business_name } = prospects
  return db
    .select({ id, email: sql<string>`lower(${email})`, first_name, last_name, business_name })
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), sql`${id} = any(${plainList(ids)}::uuid[])`))
}

/** Which of these conversations the member has a draft in. */
export async function listDrafted(
  db: Db,
  owner: OwnerId,
  person: OwnerId,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: answer_drafts.conversation_id })
    .from(answer_drafts)
    .where(
      and(
        eq(answer_drafts.owner_id, owner),
        eq(answer_drafts.user_id, person),
        sql`${answer_drafts.conversation_id} = any(${plainList(ids)}::uuid[])`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Holds in force of these lower-case addresses. */
export async function listHolds(db: Db, owner: OwnerId, emails: readonly string[], at: string) {
  const { id, email, until, reason } = person_holds
  return db
    .select({ id, email, until, reason })
    .from(person_holds)
    .where(and(eq(person_holds.owner_id, owner), gt(until, at), sql`${email} = any(${textList(emails)})`))
}
