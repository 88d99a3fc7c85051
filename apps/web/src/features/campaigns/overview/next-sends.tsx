import type { Delivery } from '@goldpan/contract/sending'
import { Link } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { CutText } from '../../../ui/cut-text.tsx'
import { attemptTime } from '../../sending/delivery-log.tsx'
import { useNextDeliveries } from '../../sending/sending.queries.ts'

const SHOWN = 5

/** The messages that leave next. Hidden when none waits. */
export function NextSends({ campaignId, isSending }: { campaignId: string; isSending: boolean }) {
  const next = useNextDeliveries(campaignId, SHOWN, isSending)
  if (!next.data || next.data.total === 0) return null
  const more = next.data.total - next.data.deliveries.length
  return (
    <Card
      title="Next"
      flush
      actions={
        <Link to={paths.deliveryLog(campaignId, 'waiting')} className="hyperlink text-sm">
          Delivery log
        </Link>
      }
      footer={more > 0 && <p className="text-sm text-ink-muted">and {countOf(more, 'more email')}</p>}
    >
      <ul className="divide-y divide-line border-t border-line">
        {next.data.deliveries.map((delivery, index, all) => (
          <NextSend
            key={delivery.id}
            delivery={delivery}
            // All wait for the same turn; only the first one leaves at that time.
            isAfter={index > 0 && delivery.next_at === all[index - 1]?.next_at}
          />
        ))}
      </ul>
    </Card>
  )
}

const NextSend = ({
  delivery: { email, reason, next_at },
  isAfter,
}: {
  delivery: Delivery
  isAfter: boolean
}) => (
  <li title={reason} className="flex min-w-0 items-baseline gap-3 px-4 py-2 text-sm">
    <span className="w-20 shrink-0 text-ink-muted tabular-nums">
      {isAfter ? 'then' : next_at ? attemptTime(next_at) : 'Soon'}
    </span>
    <CutText className="min-w-0">{email}</CutText>
  </li>
)
