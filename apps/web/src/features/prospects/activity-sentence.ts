import type { ActivityEvent, ActivityKind } from '@goldpan/contract/activity'
import { statusLabel } from '@goldpan/contract/prospects'

const sentences: Record<Exclude<ActivityKind, 'status'>, string> = {
  added: 'Added',
  found: 'Found on a page',
  email_generated: 'Email generated',
  sent: 'Email sent',
  failed: 'Email could not be sent',
  unconfirmed: 'Email handed over, not confirmed',
  delivered: 'Delivery confirmed',
  delayed: 'Delivery delayed',
  opened: 'Email opened',
  clicked: 'Link clicked',
  replied: 'Replied',
  auto_replied: 'Automatic reply',
  bounced: 'Email came back',
  complained: 'Complained about the email',
  unsubscribed: 'Unsubscribed',
  resubscribed: 'Took the unsubscription back',
}

/** What happened, in words. */
export function sentenceOf({ kind, from_status, to_status }: ActivityEvent): string {
  if (kind !== 'status') return sentences[kind]
  return `Status changed from ${statusLabel(from_status ?? 'new')} to ${statusLabel(to_status ?? 'new')}`
}

const good = new Set<ActivityKind>(['opened', 'clicked', 'replied', 'delivered', 'resubscribed'])
const bad = new Set<ActivityKind>(['failed', 'bounced', 'complained', 'unsubscribed'])

export function toneOf(kind: ActivityKind): 'good' | 'bad' | 'accent' | 'plain' {
  if (good.has(kind)) return 'good'
  if (bad.has(kind)) return 'bad'
  return kind === 'sent' ? 'accent' : 'plain'
}
