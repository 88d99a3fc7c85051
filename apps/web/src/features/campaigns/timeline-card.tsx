import { lazy, Suspense } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTimeline } from './campaigns.queries.ts'

const TimelineChart = lazy(async () => ({ default: (await import('./timeline-chart.tsx')).TimelineChart }))

/** Sent, opened and responded by day; nothing until something was sent. The figures also stand in a table. */
export function TimelineCard({ campaignId }: { campaignId: string }) {
  const timeline = useTimeline(campaignId)
  if (!timeline.data || timeline.data.length === 0) return null
  return (
    <Card title="Over time">
      <Suspense fallback={<Skeleton height="12rem" />}>
        <TimelineChart days={timeline.data} />
      </Suspense>
      <table className="sr-only">
        <caption>Emails sent, opened and responded by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Sent</th>
            <th scope="col">Opened</th>
            <th scope="col">Responded</th>
          </tr>
        </thead>
        <tbody>
          {timeline.data.map(({ day, sent, opened, responded }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td>{sent}</td>
              <td>{opened}</td>
              <td>{responded}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
