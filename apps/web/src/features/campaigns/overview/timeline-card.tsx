import { formatDate } from '../../../lib/dates.ts'
import { Card } from '../../../ui/card.tsx'
import { DayBars } from '../../../ui/day-bars.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useTimeline } from '../campaigns.queries.ts'

const series = [
  { key: 'sent', label: 'Sent', colour: 'var(--chart-1)' },
  { key: 'opened', label: 'Opened', colour: 'var(--chart-2)' },
  { key: 'responded', label: 'Replied', colour: 'var(--chart-3)' },
] as const

/** A chart of fewer days is a few sticks. */
const CHART_DAYS = 3

/** Sent, opened and replied by day. Reserves its height while loading. */
export function TimelineCard({ campaignId }: { campaignId: string }) {
  const timeline = useTimeline(campaignId)
  if (timeline.isPending)
    return (
      <Card title="By day">
        <div role="status" aria-label="Loading the days">
          <Skeleton height="13.75rem" />
        </div>
      </Card>
    )
  if (!timeline.data || timeline.data.length === 0) return null
  const days = timeline.data.map(({ day, ...counts }) => ({ ...counts, label: formatDate(day) }))
  return (
    <Card title="By day">
      {days.length < CHART_DAYS ? (
        <ul className="flex flex-col gap-1">
          {days.map(({ label, sent, opened, responded }) => (
            <li key={label}>
              {label}: {sent.toLocaleString()} sent, {opened.toLocaleString()} opened,{' '}
              {responded.toLocaleString()} replied
            </li>
          ))}
        </ul>
      ) : (
        <DayBars caption="Emails sent, opened and replied by day" series={series} days={days} />
      )}
    </Card>
  )
}
