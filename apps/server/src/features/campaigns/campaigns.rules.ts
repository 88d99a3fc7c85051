import {
  type CampaignCounts,
  type CampaignStatus,
  type EmailStatus,
  offeredStatuses,
} from '@goldpan/contract/campaigns'
import { type NameField, placeholderFields, prospectFields } from '@goldpan/contract/fields'
import type { CampaignMailboxes } from '@goldpan/contract/own-mailboxes'
import type { CampaignRow, NamedMailbox } from './campaigns.store.ts'

/** Placeholders besides the name; stored together with the recipient. */
export const furtherFields = placeholderFields.filter(
  (field) => prospectFields[field].kind !== 'name' && field !== 'business_name',
)

export interface StatusEvent {
  status: EmailStatus
  round: number
}

const RANKS: Record<'pending' | 'generated' | 'sent' | 'opened' | 'responded', number> = {
  pending: 0,
  generated: 1,
  sent: 2,
  opened: 3,
  responded: 4,
}
const isRanked = (status: EmailStatus): status is keyof typeof RANKS => status in RANKS

/**
 * The status after an event. It only moves forward (pending → generated → sent → opened → responded). Unsubscribed,
 * bounced and failed are final, but a newer round may start after sent, opened or failed. Late, repeated and older
 * events change nothing. The undo of an unsubscription is a correction, not an event, and doesn't use this.
 */
export function moveStatus(current: StatusEvent, event: StatusEvent): EmailStatus {
  if (current.status === 'unsubscribed' || current.status === 'bounced') return current.status
  if (event.status === 'unsubscribed') return 'unsubscribed'
  if (current.status === 'responded') return 'responded'
  if (event.status === 'responded' || event.status === 'bounced') return event.status
  if (event.round !== current.round) return event.round > current.round ? event.status : current.status
  return moveWithinRound(current.status, event.status)
}

function moveWithinRound(current: EmailStatus, event: EmailStatus): EmailStatus {
  if (!isRanked(current)) return current
  // An opened message was received, whatever a server reports later.
  if (event === 'failed') return current === 'opened' ? current : 'failed'
  return isRanked(event) && RANKS[event] > RANKS[current] ? event : current
}

/** No further message goes to such a recipient. */
export const STOPPED: readonly EmailStatus[] = ['responded', 'unsubscribed', 'bounced']

/** The message hasn't left and may be rewritten. */
export const UNSENT: readonly EmailStatus[] = ['pending', 'generated', 'failed']

const SENDABLE: readonly EmailStatus[] = ['pending', 'generated']
/** The statuses of a recipient that a further round may go to, but no first one. */
const RESENDABLE: readonly EmailStatus[] = ['failed', 'sent', 'opened']

/** `resend` includes recipients already sent to, but never those who replied, unsubscribed or bounced. */
export const sendableStatuses = (resend: boolean): readonly EmailStatus[] =>
  resend ? [...SENDABLE, ...RESENDABLE] : SENDABLE

/** Facts about a recipient; figures.store.ts defines each. */
export const FACTS = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'responded',
  'unsubscribed',
  'bounced',
  'failed',
] as const
export type Fact = (typeof FACTS)[number]

/** The recipients of a campaign with one status: how many there are, and for how many each fact holds. */
export interface CountedStatus extends Record<Fact, number> {
  campaign_id: string
  email_status: EmailStatus
  delivery: 'unconfirmed' | null
  count: number
  /** Those who wait for a follow-up. */
  enrolled: number
}

/** Without the emails, which are counted apart. */
export interface RecipientCounts extends Omit<CampaignCounts, 'emails'> {
  /** Recipients that a further round may go to. */
  resendable: number
  /** Recipients that were sent to and wait for a follow-up: no further round goes to them. */
  enrolled: number
}

export function toCounts(rows: readonly CountedStatus[]): RecipientCounts {
  const sum = (value: (row: CountedStatus) => number) => rows.reduce((total, row) => total + value(row), 0)
  const having = (statuses: readonly EmailStatus[]) =>
    sum((row) => (statuses.includes(row.email_status) ? row.count : 0))
  const facts = Object.fromEntries(FACTS.map((fact) => [fact, sum((row) => row[fact])])) as Record<
    Fact,
    number
  >
  const enrolled = sum((row) => (RESENDABLE.includes(row.email_status) ? row.enrolled : 0))
  return {
    ...facts,
    total: sum((row) => row.count),
    pending: having(['pending']),
    generated: having(['generated']),
    resendable: having(RESENDABLE) - enrolled,
    enrolled,
    unconfirmed: sum((row) => (row.delivery === 'unconfirmed' ? row.sent : 0)),
  }
}

/** A form may keep the current status, or set one of those it offers. */
export const canChooseStatus = (current: CampaignStatus, chosen: CampaignStatus): boolean =>
  chosen === current || (offeredStatuses as readonly CampaignStatus[]).includes(chosen)

/** The recipient's name, or that of the business, or the address. */
export function nameRecipient(
  row: Record<NameField | 'business_name', string | null> & { email: string },
): string {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return name || row.business_name || row.email
}

/** The mailboxes that a campaign leaves from, as far as they exist. */
export const mailboxesOf = (
  { mailbox_ids }: Pick<CampaignRow, 'mailbox_ids'>,
  mailboxes: readonly NamedMailbox[],
): CampaignMailboxes['mailboxes'] =>
  mailboxes
    .filter(({ id, is_used }) => (mailbox_ids === null ? is_used : mailbox_ids.includes(id)))
    .map(({ id, address, state }) => ({ id, address, state }))
