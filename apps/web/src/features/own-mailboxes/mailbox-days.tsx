import type { MailboxDay } from '@goldpan/contract/own-mailboxes'
import { formatWeekday } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { DayBars } from '../../ui/day-bars.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { mailboxFallbacks, useMailboxDays } from './own-mailboxes.queries.ts'

const DAYS = 30
const series = [
  { key: 'sent', label: 'Sent', colour: 'var(--chart-1)' },
  { key: 'bounced', label: 'Bounced', colour: 'var(--danger)' },
] as const

/** What a mailbox sent in the last 30 days. */
export function MailboxDays({ id }: { id: string }) {
  const days = useMailboxDays(id, DAYS)
  return (
    <section aria-label={`Last ${DAYS} days`} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-semibold text-ink-muted">Last {DAYS} days</h3>
      {days.isPending && <Skeleton height="13rem" />}
      {days.isError && (
        <ErrorState
          level={3}
          message={errorText(days.error, mailboxFallbacks.days)}
          onRetry={() => void days.refetch()}
          isRetrying={days.isFetching}
        />
      )}
      {days.data && <Days days={days.data.days} />}
    </section>
  )
}

function Days({ days }: { days: readonly MailboxDay[] }) {
  const sumOf = (key: 'sent' | 'first' | 'follow_ups' | 'answers') =>
    days.reduce((sum, day) => sum + day[key], 0)
  if (sumOf('sent') === 0) return <p className="text-sm text-ink-muted">Nothing was sent yet.</p>
  return (
    <>
      <DayBars
        caption={`Emails sent and bounced in the last ${DAYS} days`}
        series={series}
        withTotals
        days={days.toReversed().map((day) => ({ ...day, label: formatWeekday(day.day) }))}
      />
      <p className="text-sm text-ink-muted">
        {`${sumOf('first').toLocaleString()} first emails, ${sumOf('follow_ups').toLocaleString()} follow-ups, ${sumOf('answers').toLocaleString()} answers`}
      </p>
    </>
  )
}
