import { type CampaignStatus, type EmailStatus, offeredStatuses } from '@goldpan/contract/campaigns'
import { type NameField, placeholderFields, prospectFields } from '@goldpan/contract/fields'

/** The placeholders of a prospect beyond its name; a recipient keeps their values together. */
export const furtherFields = placeholderFields.filter((field) => prospectFields[field].kind !== 'name')

/** What happened to a recipient, and in which round of sending. */
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
 * The status after an event. It only moves forward (pending → generated → sent → opened → responded), and
 * unsubscribed, bounced and failed end the way; but a newer round starts where an older one was sent, opened or
 * failed. A late, repeated or older event changes nothing. The one way back, the undo of an unsubscription, is not
 * an event but a correction and does not come through here.
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
  // Whoever opened a message has received it, whatever a server said later.
  if (event === 'failed') return current === 'opened' ? current : 'failed'
  return isRanked(event) && RANKS[event] > RANKS[current] ? event : current
}

/** Those whom a message went to and did not fail: what the figures of campaigns count as sent. */
export const SENT: readonly EmailStatus[] = ['sent', 'opened', 'responded']

/** Those whose message may still be written anew: nothing of it has left. */
export const UNSENT: readonly EmailStatus[] = ['pending', 'generated', 'failed']

const SENDABLE: readonly EmailStatus[] = ['pending', 'generated']
const SENDABLE_AGAIN: readonly EmailStatus[] = ['pending', 'generated', 'failed', 'sent', 'opened']

/** Who may be sent to: with `resend` also those already sent to, never who answered, left or bounced. */
export const sendableStatuses = (resend: boolean): readonly EmailStatus[] =>
  resend ? SENDABLE_AGAIN : SENDABLE

/** Whether the form may set this status: what it offers, or what the campaign has anyway. */
export const canChooseStatus = (current: CampaignStatus, chosen: CampaignStatus): boolean =>
  chosen === current || (offeredStatuses as readonly CampaignStatus[]).includes(chosen)

/** What a recipient is called: by name, else by business, else by address. */
export function nameRecipient(
  row: Record<NameField | 'business_name', string | null> & { email: string },
): string {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return name || row.business_name || row.email
}
