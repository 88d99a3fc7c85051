import type { SendPreview } from '@goldpan/contract/sending-care'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { SendingMailbox } from '../own-mailboxes/sending-mailboxes.ts'
import type { PlannedTurn } from './rotation.rules.ts'

type CountedRecipients = Awaited<ReturnType<Campaigns['countRecipients']>>
export type Skipped = SendPreview['skipped'][number]

/** Recipients that a send skips because of their status. */
export function skippedByStatus(counts: CountedRecipients, isResend: boolean): Skipped[] {
  return [
    { reason: 'Already replied', count: counts.responded },
    { reason: 'Bounced', count: counts.bounced },
    { reason: 'Unsubscribed', count: counts.unsubscribed },
    { reason: 'Already sent to', count: isResend ? 0 : counts.resendable + counts.enrolled },
  ].map((entry) => ({ ...entry, emails: [] }))
}

/** A recipient of a planned send. */
export interface PlannedRecipient {
  prospect_id: string | null
  email: string
  /** Null for the return address, and as long as no mailbox can send. */
  mailbox_id: string | null
  from: string
  /** True if the person hears from this mailbox already. */
  bound: boolean
  /** Null while the mailbox can't send. */
  turn: PlannedTurn | null
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
      const turns = people.flatMap(({ turn }) => turn ?? [])
      const days = [...Map.groupBy(turns, ({ day }) => day)]
        .map(([day, ofDay]) => ({ day, messages: ofDay.length }))
        .toSorted((a, b) => a.day.localeCompare(b.day))
      return { mailbox_id: id, address, state, sentence, people: people.length, days }
    })
}
