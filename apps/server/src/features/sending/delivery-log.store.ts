import { type DeliveryKind, type DeliverySort, deliveryKinds } from '@goldpan/contract/sending'
import { and, asc, count, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { behind, contains, type Direction, inOrder, type Position, type SortBy } from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import {
  campaign_prospects,
  mailbox_people,
  mailboxes,
  recipients,
  send_attempts,
  send_jobs,
  server_groups,
} from '../../db/schema.ts'

const shown = {
  id: recipients.id,
  campaign_prospect_id: recipients.campaign_prospect_id,
  prospect_id: recipients.prospect_id,
  email: recipients.email,
  round: recipients.round,
  step_id: recipients.step_id,
  step_position: recipients.step_position,
  state: recipients.state,
  reason: recipients.reason,
  attempts: recipients.attempts,
  next_at: recipients.next_at,
  queued_at: recipients.queued_at,
  finished_at: recipients.finished_at,
  // The job and the recipient's mail servers may have reasons to wait, too.
  held_until: send_jobs.held_until,
  held_reason: send_jobs.held_reason,
  slow_until: server_groups.slow_until,
  group_next_at: server_groups.next_at,
  group_held_until: server_groups.held_until,
  group_answer: server_groups.answer,
  mailbox_id: mailboxes.id,
  // The address at the time of the claim, if the message was claimed.
  mailbox_address: sql<
    string | null
  >`coalesce(case when ${recipients.state} <> 'queued' then ${recipients.from_address} end, ${mailboxes.address})`,
}

/** Joins a message's mailbox. A queued first message has one only if the person hears from it already. */
const ofMailbox = and(
  eq(recipients.sender, 'mailbox'),
  eq(
    mailboxes.id,
    sql`case when ${recipients.state} = 'queued' and ${recipients.step_id} is null then ${mailbox_people.mailbox_id}
      else ${recipients.mailbox_id} end`,
  ),
)

/** True if this is the recipient's newest message and it bounced. */
const isBounced = sql<boolean>`coalesce(${campaign_prospects.email_status} = 'bounced' and ${campaign_prospects.round} = ${recipients.round}, false)`

export const deliverySorts: Record<DeliverySort, SortBy & { direction: Direction }> = {
  queued: { expression: sql`${recipients.queued_at}`, cast: 'timestamptz', direction: 'descending' },
  next: { expression: sql`${recipients.next_at}`, cast: 'timestamptz', direction: 'ascending' },
}

export interface DeliveryFilter {
  recipient?: string | undefined
  kind?: DeliveryKind | undefined
  search?: string | undefined
}

export interface DeliveryList {
  filter: DeliveryFilter
  sort: DeliverySort
  after: Position | null
  limit: number
}

function ofKind(kind: DeliveryKind): SQL | undefined {
  if (kind === 'bounced') return isBounced
  const hasState = inArray(recipients.state, [...deliveryKinds[kind]])
  return kind === 'accepted' ? and(hasState, not(isBounced)) : hasState
}

const matching = (owner: OwnerId, campaignId: string, { recipient, kind, search }: DeliveryFilter) =>
  and(
    eq(recipients.owner_id, owner),
    eq(recipients.campaign_id, campaignId),
    recipient
      ? or(eq(recipients.campaign_prospect_id, recipient), eq(recipients.prospect_id, recipient))
      : undefined,
    kind ? ofKind(kind) : undefined,
    search?.trim() ? contains(sql`lower(${recipients.email})`, search) : undefined,
  )

/** A page of a campaign's messages, without their content. */
export async function listDeliveries(db: Db, owner: OwnerId, campaignId: string, list: DeliveryList) {
  const { direction, ...sort } = deliverySorts[list.sort]
  return db
    .select({
      ...shown,
      is_bounced: isBounced,
      bounce_reason: campaign_prospects.status_reason,
      sorted_by: sql<string>`(${sort.expression})::text`,
    })
    .from(recipients)
    .leftJoin(send_jobs, eq(send_jobs.id, recipients.job_id))
    .leftJoin(server_groups, eq(server_groups.name, recipients.server_group))
    .leftJoin(campaign_prospects, eq(campaign_prospects.id, recipients.campaign_prospect_id))
    .leftJoin(
      mailbox_people,
      and(eq(mailbox_people.owner_id, owner), eq(mailbox_people.email, sql`lower(${recipients.email})`)),
    )
    .leftJoin(mailboxes, ofMailbox)
    .where(
      and(
        matching(owner, campaignId, list.filter),
        list.after ? behind(sort, recipients.id, direction, list.after) : undefined,
      ),
    )
    .orderBy(...inOrder(sort, recipients.id, direction))
    .limit(list.limit)
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

export async function countDeliveries(db: Db, owner: OwnerId, campaignId: string, filter: DeliveryFilter) {
  const [row] = await db
    .select({ n: count() })
    .from(recipients)
    .leftJoin(campaign_prospects, eq(campaign_prospects.id, recipients.campaign_prospect_id))
    .where(matching(owner, campaignId, filter))
  return row?.n ?? 0
}

/** Attempts of these messages, oldest first. */
export async function listAttempts(db: Db, owner: OwnerId, recipientIds: string[]) {
  if (recipientIds.length === 0) return []
  const { recipient_id, outcome, code, answer, at } = send_attempts
  return db
    .select({ recipient_id, outcome, code, answer, at })
    .from(send_attempts)
    .where(and(eq(send_attempts.owner_id, owner), inArray(recipient_id, recipientIds)))
    .orderBy(asc(at), asc(send_attempts.id))
}
