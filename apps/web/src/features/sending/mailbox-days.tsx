import type { SendPreview } from '@goldpan/contract/sending-care'
import { formatPlainDay } from '../../lib/dates.ts'

const DAYS_SHOWN = 5

/** How many emails leave from each mailbox on each of the first days. */
export function MailboxDays({ mailboxes }: Pick<SendPreview, 'mailboxes'>) {
  const days = [...new Set(mailboxes.flatMap((mailbox) => mailbox.days.map(({ day }) => day)))].toSorted()
  const shown = days.slice(0, DAYS_SHOWN)
  const countOn = (mailbox: SendPreview['mailboxes'][number], wanted: (day: string) => boolean) =>
    mailbox.days.reduce((sum, { day, messages }) => (wanted(day) ? sum + messages : sum), 0)
  const cell = 'py-1 ps-3 text-end whitespace-nowrap tabular-nums'
  const head = `${cell} font-normal text-ink-muted`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways
    <section className="overflow-x-auto" tabIndex={0} aria-label="Emails by mailbox and day">
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className="py-1 text-start font-normal text-ink-muted">
              Mailbox
            </th>
            {shown.map((day) => (
              <th key={day} scope="col" className={head}>
                {formatPlainDay(day)}
              </th>
            ))}
            {days.length > shown.length && (
              <th scope="col" className={head}>
                Later
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {mailboxes.map((mailbox) => (
            <tr key={mailbox.mailbox_id} className="border-t border-line align-top">
              <th scope="row" className="min-w-40 py-1 text-start font-normal">
                <span className="wrap-anywhere">{mailbox.address}</span>
                {mailbox.sentence && <span className="block text-xs text-ink-muted">{mailbox.sentence}</span>}
              </th>
              {shown.map((day) => (
                <td key={day} className={cell}>
                  {countOn(mailbox, (one) => one === day).toLocaleString()}
                </td>
              ))}
              {days.length > shown.length && (
                <td className={cell}>{countOn(mailbox, (one) => !shown.includes(one)).toLocaleString()}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
