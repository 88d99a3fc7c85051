import type { ConversationFilter } from '@goldpan/contract/inbox'
import type { Correspondent, replyRoutes } from '@goldpan/contract/replies'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import { readCursor, writeCursor } from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import { listMembers } from '../organizations/members.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { ConversationRow } from './conversations.store.ts'
import type { Labels } from './labels.ts'
import * as store from './listing.store.ts'

export interface ListingDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'getCampaign'>
  suppressions: Pick<Suppressions, 'findSuppressed'>
  labels: Pick<Labels, 'list'>
}

type Query = HandlerInput<typeof replyRoutes.list>['query']

/** The fields that both the list and the screen of a conversation show. */
type ConversationFields = Omit<
  Correspondent,
  'id' | 'kind' | 'from_email' | 'subject' | 'excerpt' | 'received_at' | 'count' | 'campaign'
>

const SORT = 'newest'

/** Lists and counts conversations. */
export function createListing({ db, clock, campaigns, suppressions, labels }: ListingDeps) {
  async function toFields(
    tx: Db,
    owner: OwnerId,
    person: OwnerId,
    rows: readonly ConversationRow[],
  ): Promise<Map<string, ConversationFields>> {
    if (rows.length === 0) return new Map()
    const ids = rows.map(({ id }) => id)
    const emails = rows.map(({ email }) => email)
    const known = rows.flatMap(({ prospect_id }) => prospect_id ?? [])
    const people = byId(await store.listProspects(tx, owner, known))
    const names = new Map((await labels.list(tx, owner)).map(({ id, name }) => [id, name]))
    const members = byId(await listMembers(tx, owner))
    const drafted = await store.listDrafted(tx, owner, person, ids)
    const holds = await store.listHolds(tx, owner, emails, isoNow(clock))
    const suppressed = await suppressions.findSuppressed(tx, owner, emails)
    const fieldsOf = (row: ConversationRow): ConversationFields => {
      const prospect = people.get(row.prospect_id ?? '')
      const hold = holds.find(({ email }) => email === row.email)
      return {
        ...readPerson(row, prospect),
        ...readLabel(row, names),
        conversation_id: row.id,
        prospect_id: row.prospect_id,
        answers_for: row.answers_for,
        state: row.state,
        snoozed_until: row.snoozed_until,
        snoozed_before: row.snoozed_before,
        unread: row.unread,
        later_until: row.later_until,
        assignee: members.get(row.assignee_id ?? '') ?? null,
        has_draft: drafted.has(row.id),
        has_files: row.has_files,
        hold: hold ? { id: hold.id, until: hold.until, reason: hold.reason } : null,
        suppressed: suppressed.has(toSuppressed(row.email)),
        updated_at: row.updated_at,
      }
    }
    return new Map(rows.map((row) => [row.id, fieldsOf(row)]))
  }

  async function toCorrespondents(
    owner: OwnerId,
    person: OwnerId,
    rows: readonly ConversationRow[],
  ): Promise<Correspondent[]> {
    const fields = await toFields(db, owner, person, rows)
    const newest = rows.flatMap(({ newest_id }) => newest_id ?? [])
    const messages = byId(await store.listNewest(db, owner, newest))
    return rows.map((row) => {
      const message = messages.get(row.newest_id ?? '')
      const { campaign_id = null, campaign_name = null } = message ?? {}
      return {
        ...fields.get(row.id)!,
        // Old messages are deleted; any id opens the conversation.
        id: row.newest_id ?? row.id,
        kind: row.newest_kind === 'auto-reply' ? ('auto_reply' as const) : ('reply' as const),
        from_email: row.email,
        subject: message?.subject ?? null,
        excerpt: message?.excerpt ?? '',
        received_at: row.newest_at!,
        count: row.received,
        campaign: campaign_id && campaign_name ? { id: campaign_id, name: campaign_name } : null,
      }
    })
  }

  return {
    toFields,

    async list(owner: OwnerId, person: OwnerId, { cursor, offset, limit, ...query }: Query) {
      if (query.campaign) await campaigns.getCampaign(db, owner, query.campaign)
      const after = cursor === undefined ? null : readCursor(SORT, cursor, store.newest.cast)
      if (cursor !== undefined && !after) refuse('inbox.bad_cursor')
      const filter = toFilter(query, person)
      const page = { after, offset: after ? 0 : offset, limit }
      const found = await store.listPage(db, owner, filter, page)
      const last = found.length === limit ? found.at(-1) : undefined
      return {
        total: await store.countMatching(db, owner, filter),
        correspondents: await toCorrespondents(
          owner,
          person,
          found.map(({ row }) => row),
        ),
        next_cursor: last ? writeCursor(SORT, { value: last.sorted_by, id: last.row.id }) : null,
      }
    },

    /** Each count is the total of the list with that filter. */
    async count(owner: OwnerId, person: OwnerId, { campaign }: { campaign?: string | undefined }) {
      if (campaign) await campaigns.getCampaign(db, owner, campaign)
      const groups = await store.countGroups(db, owner, person, { campaign })
      const all = await labels.list(db, owner)
      const sum = (which: (typeof groups)[number]['state'], of: 'count' | 'unread' | 'mine') =>
        groups.reduce((total, group) => total + (group.state === which ? group[of] : 0), 0)
      const sumOfLabel = (id: string) =>
        groups.reduce((total, group) => total + (group.label === id ? group.count : 0), 0)
      return {
        open: sum('open', 'count'),
        unread: sum('open', 'unread'),
        mine: sum('open', 'mine'),
        snoozed: sum('snoozed', 'count'),
        done: sum('done', 'count'),
        labels: Object.fromEntries(all.map(({ id }) => [id, sumOfLabel(id)])),
      }
    },
  }
}

/** A search text without words, such as a single letter, matches everything. */
const WORD = /[\p{L}\p{N}]{2}/u
const MARKS = /[\u0300-\u036f]/g

export function toFilter(filter: ConversationFilter, person: OwnerId): store.Filter {
  const { assignee, unread, label, search, ...rest } = filter
  const chosen = assignee === 'me' ? person : assignee === 'none' ? null : assignee
  const words = search && WORD.test(search.normalize('NFKD').replace(MARKS, '')) ? search : undefined
  return { ...rest, search: words, label: label?.toLowerCase(), assignee: chosen, unread: unread === 'true' }
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

type Prospect = Awaited<ReturnType<typeof store.listProspects>>[number]

/** Somebody who answers for a prospect has another address, and is named by their own mail. */
function readPerson(row: ConversationRow, prospect: Prospect | undefined) {
  const named = prospect?.email === row.email ? prospect : undefined
  const { first_name = null, last_name = null } = named ?? {}
  return {
    first_name,
    last_name,
    name: [first_name, last_name].filter(Boolean).join(' ') || row.sender_name || null,
    company: prospect?.business_name ?? null,
  }
}

function readLabel(row: ConversationRow, names: ReadonlyMap<string, string>) {
  const isChosen = row.chosen_label !== null
  return {
    label: row.label,
    label_name: row.label === null ? null : (names.get(row.label) ?? null),
    label_by: isChosen ? ('person' as const) : row.auto_label_by,
    label_reason: isChosen ? `Chosen by ${row.chosen_by_name}` : row.auto_label_reason,
  }
}
