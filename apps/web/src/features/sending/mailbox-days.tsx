import type { SendPreview } from '@goldpan/contract/sending-care'
import { formatWeekday } from '../../lib/dates.ts'

const DAYS_SHOWN = 5

type PlannedMailbox = SendPreview['mailboxes'][number]

/** How many emails leave from each mailbox on each of the first days. */
export function MailboxDays({ mailboxes }: { mailboxes: readonly PlannedMailbox[] }) {
  const days = [...new Set(mailboxes.flatMap((mailbox) => mailbox.days.map(({ day }) => day)))].toSorted()
  const shown = days.slice(0, DAYS_SHOWN)
  const columns = [
    ...shown.map((day) => ({ name: formatWeekday(day), has: (one: string) => one === day })),
    ...(days.length > DAYS_SHOWN ? [{ name: 'Later', has: (one: string) => !shown.includes(one) }] : []),
  ]
  return (
    <table aria-label="Emails by mailbox and day" className="w-full table-fixed text-sm">
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="pe-2 pb-1 text-end align-bottom font-normal text-ink-muted">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {mailboxes.map((mailbox) => (
        // The address has a line of its own: beside the days there is no room for it on a phone.
        <tbody key={mailbox.mailbox_id}>
          <tr className="border-t border-line">
            <th scope="rowgroup" colSpan={columns.length || 1} className="pt-1 text-start font-normal">
              <span className="wrap-anywhere">{mailbox.address}</span>
              {mailbox.sentence && (
                <span className="block text-xs wrap-anywhere text-ink-muted">{mailbox.sentence}</span>
              )}
            </th>
          </tr>
          {mailbox.days.length > 0 && (
            <tr>
              {columns.map(({ name, has }) => (
                <td key={name} className="pe-2 pb-1 text-end font-medium tabular-nums">
                  {countOn(mailbox, has).toLocaleString()}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}

const countOn = ({ days }: PlannedMailbox, has: (day: string) => boolean): number =>
  days.reduce((sum, { day, messages }) => (has(day) ? sum + messages : sum), 0)
