import { formatDate } from '../../lib/dates.ts'
import { Card } from '../../ui/card.tsx'
import { DayBars } from '../../ui/day-bars.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTimeline } from './campaigns.queries.ts'

const series = [
  { key: 'sent', label: 'Sent', colour: 'var(--chart-1)' },
  { key: 'opened', label: 'Opened', colour: 'var(--chart-2)' },
  { key: 'responded', label: 'Responded', colour: 'var(--chart-3)' },
] as const

/** Sent, opened and responded by day; nothing until something was sent. Its place is kept while it loads. */
export function TimelineCard({ campaignId, hasSent }: { campaignId: string; hasSent: boolean }) {
  const timeline = useTimeline(campaignId)
  if (timeline.isPending && hasSent)
    return (
      <Card title="Over time">
        <div role="status" aria-label="Loading the days">
          <Skeleton height="13.75rem" />
        </div>
      </Card>
    )
  if (!timeline.data || timeline.data.length === 0) return null
  const days = timeline.data.map(({ day, ...counts }) => ({ ...counts, label: formatDate(day) }))
  return (
    <Card title="Over time">
      <DayBars caption="Emails sent, opened and responded by day" series={series} days={days} />
    </Card>
  )
}
