import { HOME_DAYS, type HomeOverview } from '@goldpan/contract/home'
import { countOf } from '../../lib/counts.ts'
import { Card } from '../../ui/card.tsx'
import { Sparkline } from './sparkline.tsx'

type Days = HomeOverview['days']
type Figure = Exclude<keyof Days[number], 'day'>

/** With fewer days a chart would be a stick or two. */
const MIN_DAYS_FOR_CHART = 3

const figures: readonly { key: Figure; label: string; of: Figure | null; colour: string }[] = [
  { key: 'emails', label: 'Emails', of: null, colour: 'var(--chart-1)' },
  { key: 'sent', label: 'New people', of: null, colour: 'var(--chart-1)' },
  { key: 'delivered', label: 'Delivered', of: 'sent', colour: 'var(--chart-1)' },
  { key: 'opened', label: 'Opened', of: 'delivered', colour: 'var(--chart-2)' },
  { key: 'replied', label: 'Replied', of: 'delivered', colour: 'var(--chart-3)' },
  { key: 'bounced', label: 'Bounced', of: 'sent', colour: 'var(--danger)' },
]

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** Opens and replies of the period may belong to emails sent before it. */
const rateOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : percent.format(Math.min(1, part / whole))

/** Emails, and the people first emailed, delivered, opened, replied and bounced as figures with rates and sparklines. */
export function RecentDays({ days }: { days: Days }) {
  const total = (key: Figure) => days.reduce((sum, day) => sum + day[key], 0)
  const isChart = days.filter((day) => figures.some(({ key }) => day[key] > 0)).length >= MIN_DAYS_FOR_CHART
  return (
    <Card title={`Last ${HOME_DAYS} days`}>
      {isChart ? (
        <table className="w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">By day</th>
              <th scope="col">Number</th>
              <th scope="col">Rate</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {figures.map(({ key, label, of, colour }) => (
              <tr key={key} className="h-9">
                <th scope="row" className="text-start font-normal text-ink-muted">
                  {label}
                </th>
                <td>
                  <Sparkline values={days.map((day) => day[key])} colour={colour} />
                </td>
                <td className="ps-2 text-end font-semibold tabular-nums">{total(key).toLocaleString()}</td>
                <td className="w-16 text-end text-ink-faint tabular-nums">
                  {of && rateOf(total(key), total(of))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="text-ink-muted">{sentence(total)}</p>
      )}
    </Card>
  )
}

function sentence(total: (key: Figure) => number): string {
  const [emails, sent] = [total('emails'), total('sent')]
  if (emails + sent === 0) return `No emails sent in the last ${HOME_DAYS} days.`
  const bounced = total('bounced')
  const ends = bounced > 0 ? `, ${bounced.toLocaleString()} bounced` : ''
  const people = countOf(sent, 'person', 'people')
  const begins =
    emails > sent
      ? `${countOf(emails, 'email')} sent, ${people} written to for the first time`
      : `${people} written to`
  return `${begins}: ${total('opened').toLocaleString()} opened, ${total('replied').toLocaleString()} replied${ends}.`
}
