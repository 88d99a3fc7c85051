import type { Delivery, DeliveryState } from '@goldpan/contract/sending'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime, formatTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { productNow } from '../../lib/product-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { DELIVERIES_PER_PAGE, useDeliveries } from './sending.queries.ts'

/** Every message of the campaign with its state and each attempt's server reply. */
export function DeliveryLog({ campaignId, isSending }: { campaignId: string; isSending: boolean }) {
  const [page, setPage] = useState(1)
  const deliveries = useDeliveries(campaignId, page, isSending)
  if (deliveries.isError)
    return (
      <ErrorState
        level={3}
        message={errorText(deliveries.error, 'Failed to fetch campaign data')}
        onRetry={() => void deliveries.refetch()}
        isRetrying={deliveries.isFetching}
      />
    )
  if (!deliveries.data || deliveries.data.total === 0) return null
  const { total, deliveries: rows } = deliveries.data
  return (
    <Card
      title="Delivery log"
      description={`${countOf(total, 'message')} with their state and the mail servers’ replies.`}
      flush
      footer={
        total > DELIVERIES_PER_PAGE && (
          <Pagination
            label="Pages of the delivery log"
            page={page}
            pageCount={Math.ceil(total / DELIVERIES_PER_PAGE)}
            onPage={setPage}
          />
        )
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {rows.map((delivery) => (
          <Entry key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Card>
  )
}

const looks: Record<DeliveryState, { label: string; colour: 'grey' | 'blue' | 'green' | 'red' | 'yellow' }> =
  {
    queued: { label: 'Waiting', colour: 'grey' },
    claimed: { label: 'Waiting', colour: 'grey' },
    transmitting: { label: 'Being sent', colour: 'blue' },
    sent: { label: 'Accepted', colour: 'green' },
    failed: { label: 'Failed', colour: 'red' },
    unconfirmed: { label: 'Unconfirmed', colour: 'yellow' },
    cancelled: { label: 'Cancelled', colour: 'grey' },
    suppressed: { label: 'Not sent', colour: 'grey' },
    expired: { label: 'Too old', colour: 'red' },
  }

function Entry({ delivery }: { delivery: Delivery }) {
  const { email, round, state, reason, next_at, finished_at, queued_at, attempts } = delivery
  const { label, colour } = looks[state]
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-words text-ink">
          {email}
          {round > 1 && <span className="font-normal text-ink-muted"> (round {round})</span>}
        </span>
        <Badge colour={colour}>{label}</Badge>
      </div>
      <p className="text-sm break-words text-ink-muted">
        {next_at
          ? `${reason.replace(/\.$/, '')}, next attempt ${attemptTime(next_at)}`
          : `${reason} · ${formatDateTime(finished_at ?? queued_at)}`}
      </p>
      {attempts.length > 0 && (
        <Disclosure className="mt-1" summary={countOf(attempts.length, 'attempt')}>
          <ol className="mt-1 ps-5 flex flex-col gap-1">
            {attempts.map(({ at, outcome, answer }) => (
              <li key={`${at} ${outcome}`} className="break-words">
                <span className="text-ink-muted">{formatDateTime(at)}</span> {answer ?? outcome}
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </li>
  )
}

/** Only the time for today, else with the date. */
const attemptTime = (at: string): string =>
  new Date(at).toDateString() === productNow().toDateString() ? formatTime(at) : formatDateTime(at)
