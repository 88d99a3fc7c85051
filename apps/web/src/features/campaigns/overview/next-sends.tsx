import type { Campaign } from '@goldpan/contract/campaigns'
import type { StepResults } from '@goldpan/contract/follow-ups'
import type { Delivery } from '@goldpan/contract/sending'
import { Link } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { formatMoment, formatWeekday } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { CutText } from '../../../ui/cut-text.tsx'
import { useNextDeliveries } from '../../sending/sending.queries.ts'

const SHOWN = 5

interface NextSendsProps {
  campaign: Campaign
  isSending: boolean
  /** Undefined without follow-ups. */
  results: StepResults | undefined
}

/** The messages in the queue, and the follow-ups of the next days. Hidden when nothing waits. */
export function NextSends({ campaign, isSending, results }: NextSendsProps) {
  const next = useNextDeliveries(campaign.id, SHOWN, isSending)
  const { deliveries = [], total = 0 } = next.data ?? {}
  const due = results?.due.slice(0, SHOWN) ?? []
  if (!next.data || total + due.length === 0) return null
  const more = total - deliveries.length
  const atMost = results ? countAtMost(campaign, results) : 0
  return (
    <Card
      title="Next"
      flush
      actions={
        <Link to={paths.deliveryLog(campaign.id, 'waiting')} className="hyperlink text-sm">
          Delivery log
        </Link>
      }
      footer={
        atMost > 0 && (
          <p className="text-sm text-ink-muted">At most {countOf(atMost, 'more email')} if nobody answers.</p>
        )
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {deliveries.map((delivery, index, all) => (
          <Row
            key={delivery.id}
            // All wait for the same turn; only the first one leaves at that time.
            when={index > 0 && delivery.next_at === all[index - 1]?.next_at ? 'then' : timeOf(delivery)}
            title={delivery.reason}
          >
            {`${nameOf(delivery.step)} to ${delivery.email}`}
          </Row>
        ))}
        {more > 0 && <Row when="then">{countOf(more, 'more email')}</Row>}
        {due.map(({ day, position, people, step_id }) => (
          <Row key={`${day} ${step_id}`} when={formatWeekday(day)}>
            {`${nameOf(position)} to ${countOf(people, 'person', 'people')}`}
          </Row>
        ))}
      </ul>
    </Card>
  )
}

const Row = ({ when, title, children }: { when: string; title?: string; children: string }) => (
  <li title={title} className="flex min-w-0 items-baseline gap-3 px-4 py-2 text-sm">
    <span className="w-22 shrink-0 text-ink-muted tabular-nums">{when}</span>
    <CutText className="min-w-0">{children}</CutText>
  </li>
)

const timeOf = ({ next_at }: Delivery): string => (next_at ? formatMoment(next_at) : 'Soon')
const nameOf = (step: number): string => (step === 0 ? 'First email' : `Follow-up ${step}`)

/** Sends everybody the follow-up they wait for and all later ones. */
function countAtMost({ counts }: Campaign, { steps }: StepResults): number {
  const last = Math.max(0, ...steps.map(({ position }) => position ?? 0))
  const followUps = steps.map(({ position, waiting, queued, held }) =>
    position ? (waiting + queued + held) * (last - position + 1) : 0,
  )
  const first = (counts.generated + counts.pending) * (last + 1)
  return followUps.reduce((sum, count) => sum + count, first)
}
