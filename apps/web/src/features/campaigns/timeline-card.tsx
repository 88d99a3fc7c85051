import { formatDate } from '../../lib/dates.ts'
import { Card } from '../../ui/card.tsx'
import { DayBars } from '../../ui/day-bars.tsx'
import { useTimeline } from './campaigns.queries.ts'

const series = [
  { key: 'sent', label: 'Sent', colour: 'var(--chart-1)' },
  { key: 'opened', label: 'Opened', colour: 'var(--chart-2)' },
  { key: 'responded', label: 'Responded', colour: 'var(--chart-3)' },
] as const

/** Sent, opened and responded by day; nothing until something was sent. */
export function TimelineCard({ campaignId }: { campaignId: string }) {
  const timeline = useTimeline(campaignId)
  if (!timeline.data || timeline.data.length === 0) return null
  const days = timeline.data.map(({ day, ...counts }) => ({ ...counts, label: formatDate(day) }))
  return (
    <Card title="Over time">
      <DayBars caption="Emails sent, opened and responded by day" series={series} days={days} />
    </Card>
  )
}
