import { type CampaignStatus, type EmailStatus, offeredStatuses } from '@goldpan/contract/campaigns'
import { type NameField, placeholderFields, prospectFields } from '@goldpan/contract/fields'

/** Placeholders besides the name; stored together with the recipient. */
export const furtherFields = placeholderFields.filter((field) => prospectFields[field].kind !== 'name')

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

/** Counts as sent in a campaign's figures: the message left and didn't fail. */
export const SENT: readonly EmailStatus[] = ['sent', 'opened', 'responded']

/** The message hasn't left and may be rewritten. */
export const UNSENT: readonly EmailStatus[] = ['pending', 'generated', 'failed']

const SENDABLE: readonly EmailStatus[] = ['pending', 'generated']
const SENDABLE_AGAIN: readonly EmailStatus[] = ['pending', 'generated', 'failed', 'sent', 'opened']

/** `resend` includes recipients already sent to, but never those who replied, unsubscribed or bounced. */
export const sendableStatuses = (resend: boolean): readonly EmailStatus[] =>
  resend ? SENDABLE_AGAIN : SENDABLE

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
