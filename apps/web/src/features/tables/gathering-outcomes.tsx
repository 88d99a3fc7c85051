import { outcomeLabels, retryableOutcomes } from '@goldpan/contract/gathering'
import type { TableDetail } from '@goldpan/contract/tables'
import { ListChecks, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOutcomes } from './gathering.queries.ts'
import type { Gathering } from './use-gathering.ts'

/** What was gathered, skipped and why, another try for what failed, and the way to looking it over. */
export function GatheringOutcomes({ table, gathering }: { table: TableDetail; gathering: Gathering }) {
  const { data, isPending } = useOutcomes(table.id)
  if (isPending && table.prospecting_status !== null && !gathering.isRunning) return <OutcomesToCome />
  // While it runs the progress card speaks; before the first time there is nothing to tell.
  if (!data || data.outcomes.length === 0 || gathering.isRunning) return null
  const { outcomes, waiting, failed, to_review } = data
  return (
    <Card
      title="What gathering came to"
      actions={
        <>
          {failed > 0 && (
            <Button icon={<RotateCcw aria-hidden="true" />} onClick={gathering.retry}>
              {`Try again (${failed.toLocaleString()})`}
            </Button>
          )}
          {to_review > 0 && (
            <div className="page-action">
              <Link to={paths.review(table.id)} className={buttonClass('primary')}>
                <ListChecks aria-hidden="true" />
                {`Review prospects (${to_review.toLocaleString()})`}
              </Link>
            </div>
          )}
        </>
      }
    >
      <ul className="flex flex-wrap gap-2">
        {outcomes.map(({ outcome, businesses }) => (
          <li key={outcome} className="max-w-full">
            <Badge colour={colourOf(outcome)}>
              {`${outcomeLabels[outcome] ?? outcome}: ${businesses.toLocaleString()}`}
            </Badge>
          </li>
        ))}
        {waiting > 0 && (
          <li>
            <Badge>{`Not gathered yet: ${waiting.toLocaleString()}`}</Badge>
          </li>
        )}
      </ul>
    </Card>
  )
}

/** Keeps the place, so that the list below does not jump. */
const OutcomesToCome = () => (
  <Card title="What gathering came to" actions={<Skeleton width="10rem" height="var(--control)" />}>
    <div role="status" aria-label="Loading what gathering came to">
      <Skeleton width="60%" height="1.25rem" />
    </div>
  </Card>
)

function colourOf(outcome: string): BadgeColour {
  if (outcome === 'found') return 'green'
  return retryableOutcomes.includes(outcome) ? 'red' : 'grey'
}
