import { countOf } from '../../../lib/counts.ts'
import { formatDay } from '../../../lib/dates.ts'
import { Card } from '../../../ui/card.tsx'
import { DayBars } from '../../../ui/day-bars.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useTimeline } from '../campaigns.queries.ts'

const series = [
  { key: 'emails', label: 'Emails', colour: 'var(--chart-1)' },
  { key: 'opened', label: 'People who opened', colour: 'var(--chart-2)' },
  { key: 'responded', label: 'People who replied', colour: 'var(--chart-3)' },
] as const

/** A chart of fewer days is a few sticks. */
const CHART_DAYS = 3

/** Emails, and the people who first opened and replied, by day. Reserves its height while loading. */
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
  const days = timeline.data.map(({ day, ...counts }) => ({ ...counts, label: formatDay(day) }))
  return (
    <Card title="By day">
      {days.length < CHART_DAYS ? (
        <ul className="flex flex-col gap-1">
          {days.map(({ label, emails, opened, responded }) => (
            <li key={label}>
              {`${label}: ${countOf(emails, 'email')}, ${countOf(opened, 'person', 'people')} opened, ${countOf(responded, 'person', 'people')} replied`}
            </li>
          ))}
        </ul>
      ) : (
        <DayBars caption="Emails, and people who opened and replied, by day" series={series} days={days} />
      )}
    </Card>
  )
}
