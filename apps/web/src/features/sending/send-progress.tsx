import { isActiveSend, type SendJob, sendOutcome, stoppingText } from '@goldpan/contract/sending'
import { formatDateTime, formatTime } from '../../lib/dates.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { Sending } from './sending.queries.ts'

/** How far the sending is, and how it ended. */
export function SendProgress({ sending: { job, cancel } }: { sending: Sending }) {
  if (!job) return null
  const { total, processed, success, failed } = job.progress
  const stopping = stoppingText(job.in_flight)
  if (isActiveSend(job.status) || (job.status === 'cancelled' && stopping))
    return (
      <Card>
        <ProgressBar
          label="Sending emails"
          value={processed}
          max={total}
          text={`${processed.toLocaleString()} of ${total.toLocaleString()} emails, ${success.toLocaleString()} sent, ${failed.toLocaleString()} failed`}
          action={
            isActiveSend(job.status) && (
              <Button
                size="sm"
                busy={cancel.isPending && 'Cancelling…'}
                onClick={() => cancel.mutate(job.id)}
              >
                Cancel
              </Button>
            )
          }
        />
        <p role="status" className="mt-2 text-sm text-ink-muted empty:mt-0">
          {job.status === 'cancelled' ? stopping : waitingText(job)}
        </p>
      </Card>
    )
  const kind = { completed: 'success', failed: 'error', cancelled: 'info' } as const
  return (
    <Banner
      announce
      kind={job.status in kind ? kind[job.status as keyof typeof kind] : 'info'}
      title={sendOutcome(job)}
    />
  )
}

/** Why the rest waits, and until when; null while messages leave. */
function waitingText({ hold, next_try_at }: SendJob): string | null {
  if (!next_try_at) return null
  const isToday = new Date(next_try_at).toDateString() === new Date().toDateString()
  const when = isToday ? formatTime(next_try_at) : formatDateTime(next_try_at)
  return hold ? `${hold}. Next: ${when}.` : `A server asked to try later. The next try is at ${when}.`
}
