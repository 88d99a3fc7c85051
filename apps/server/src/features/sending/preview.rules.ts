import type { SendPreview } from '@goldpan/contract/sending-care'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { SendingMailbox } from '../own-mailboxes/sending-mailboxes.ts'
import type { PlannedRecipient } from './send-plan.ts'
import { dayWords } from './zoned-time.ts'

type CountedRecipients = Awaited<ReturnType<Campaigns['countRecipients']>>
export type Skipped = SendPreview['skipped'][number]

/** Addresses listed for each reason; the count is exact. */
const EMAILS_LISTED = 20

/** People whom a send leaves out. `until` is the end of a hold, as an ISO 8601 date with time. */
export interface LeftOut {
  suppressed: readonly { email: string; reason: string }[]
  inSequence: readonly string[]
  held: readonly { email: string; until: string }[]
  unwritten: readonly string[]
}

/** People whom a send leaves out, by reason. A reason may have nobody. */
export function skippedByReason(
  { suppressed, inSequence, held, unwritten }: LeftOut,
  timeZone: string,
): Skipped[] {
  const emailsOf = (people: readonly { email: string }[]) => people.map(({ email }) => email)
  const byReason = Map.groupBy(suppressed, ({ reason }) => reason)
  const byDay = Map.groupBy(held, ({ until }) => dayWords(new Date(until), timeZone))
  return [
    ...[...byReason].map(([reason, people]) => ({ reason, emails: emailsOf(people) })),
    { reason: 'In a follow-up sequence', emails: inSequence },
    ...[...byDay].map(([day, people]) => ({ reason: `Held until ${day}`, emails: emailsOf(people) })),
    { reason: 'No email written yet', emails: unwritten },
  ].map(({ reason, emails }) => ({ reason, count: emails.length, emails: emails.slice(0, EMAILS_LISTED) }))
}

/** Recipients that a send skips because of their status. */
export function skippedByStatus(counts: CountedRecipients, isResend: boolean): Skipped[] {
  return [
    { reason: 'Already replied', count: counts.responded },
    { reason: 'Bounced', count: counts.bounced },
    { reason: 'Unsubscribed', count: counts.unsubscribed },
    { reason: 'Already sent to', count: isResend ? 0 : counts.resendable + counts.enrolled },
  ].map((entry) => ({ ...entry, emails: [] }))
}

/** Messages by day for each mailbox of the campaign, and for others that some of these recipients hear from. */
export function planMailboxes(
  planned: readonly PlannedRecipient[],
  mailboxes: readonly SendingMailbox[],
  candidates: ReadonlySet<string | null>,
): SendPreview['mailboxes'] {
  const byMailbox = Map.groupBy(planned, ({ mailbox_id }) => mailbox_id)
  return mailboxes
    .filter(({ id }) => candidates.has(id) || byMailbox.has(id))
    .map(({ id, address, state, sentence }) => {
      const people = byMailbox.get(id) ?? []
      const messages = people.flatMap(({ message }) => message ?? [])
      const days = [...Map.groupBy(messages, ({ day }) => day)]
        .map(([day, ofDay]) => ({ day, messages: ofDay.length }))
        .toSorted((a, b) => a.day.localeCompare(b.day))
      return { mailbox_id: id, address, state, sentence, people: people.length, days }
    })
}
