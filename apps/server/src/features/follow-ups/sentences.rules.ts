import { dayWords } from '../sending/zoned-time.ts'
import type { ListedEnrolment } from './people.store.ts'

const STOPPED: Record<NonNullable<ListedEnrolment['stop_reason']>, string> = {
  replied: 'they replied',
  colleague_replied: 'a colleague at the same business replied',
  stop_word: 'they asked for no more messages',
  unsubscribed: 'they unsubscribed',
  complained: 'they marked a message as spam',
  bounced: 'a message came back',
  suppressed: 'they are on the do-not-contact list',
  converted: 'their status is Converted',
  rejected: 'their status is Rejected',
  left_company: 'they no longer work there',
  address_changed: 'their email address was changed',
  step_failed: 'a follow-up could not be sent',
  removed: 'they are no longer in the campaign',
  archived: 'the campaign was archived',
  campaign_ended: 'the campaign was ended',
  manual: 'by hand',
}

export interface SentenceFacts {
  time_zone: string
  /** When the allowance of the next month begins. */
  resets_at: string
}

type Told = Pick<
  ListedEnrolment,
  'state' | 'next_position' | 'due_at' | 'held_until' | 'hold_reason' | 'stop_reason' | 'missing'
> & {
  /** Why their sender can't send, such as 'the mailbox pat@own.example is gone'. */
  wait: string | null
}

/** Where a person stands, in words. */
export function sentenceOf(one: Told, { time_zone, resets_at }: SentenceFacts): string {
  const day = (at: string | null) => (at === null ? 'a day to come' : dayWords(new Date(at), time_zone))
  const name = `Follow-up ${one.next_position}`
  if (one.state === 'finished') return 'All messages were sent'
  if (one.state === 'stopped') return `Stopped: ${STOPPED[one.stop_reason!]}`
  if (one.state === 'queued') return `${name} is about to leave`
  if (one.state === 'waiting') return `${name} on ${day(one.due_at)}`
  switch (one.hold_reason!) {
    case 'away':
      return `Away: held until ${day(one.held_until)}`
    case 'manual':
      return `Held until ${day(one.held_until)}`
    case 'missing_value':
      return `Waiting: {{${one.missing}}} has no value for this person`
    case 'allowance':
      return `Waiting: the monthly limit is reached; it resets on ${day(resets_at)}`
    case 'campaign_paused':
      return 'Waiting: the campaign is paused'
    case 'account_paused':
      return 'Waiting: sending is paused'
    case 'no_mailbox':
      return `Waiting: ${one.wait ?? 'the sender of the first message is no longer set up'}`
    case 'unconfirmed':
      return 'Waiting: it is not known if the last message arrived'
  }
}
