import type { HomeOverview } from '@goldpan/contract/home'
import { formatDate } from '../../lib/dates.ts'
import { Card } from '../../ui/card.tsx'
import { DayBars } from '../../ui/day-bars.tsx'

const series = [
  { key: 'sent', label: 'Sent', colour: 'var(--chart-1)' },
  { key: 'opened', label: 'Opened', colour: 'var(--chart-2)' },
  { key: 'replied', label: 'Replied', colour: 'var(--chart-3)' },
] as const

export function RecentDays({ days }: { days: HomeOverview['days'] }) {
  const shown = days.map(({ day, ...counts }) => ({ ...counts, label: formatDate(day) }))
  return (
    <Card title="The last 30 days">
      <DayBars withTotals caption="Emails sent, opened and replied to by day" series={series} days={shown} />
    </Card>
  )
}
