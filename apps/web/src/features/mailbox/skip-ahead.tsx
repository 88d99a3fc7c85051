import { formatLongMoment } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { useDemoClock, useSkipAhead } from './mailbox.queries.ts'

const DAY_SECONDS = 24 * 3600
const STEPS = [
  { name: '1 day', seconds: DAY_SECONDS },
  { name: '3 days', seconds: 3 * DAY_SECONDS },
  { name: '1 week', seconds: 7 * DAY_SECONDS },
]

/** Moves the demo clock ahead, so that what takes days can be tried in minutes. */
export function SkipAhead({ token }: { token: string | undefined }) {
  const clock = useDemoClock(token)
  const skip = useSkipAhead(token)
  if (!clock.data) return null
  return (
    <section
      aria-labelledby="skip-ahead"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <p className="text-ink-muted tabular-nums">It is {formatLongMoment(clock.data.now)} here</p>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="skip-ahead" className="me-1 text-sm font-medium text-ink-muted">
          Skip ahead
        </h2>
        {STEPS.map((step) => (
          <Button
            key={step.name}
            size="sm"
            busy={skip.isPending && skip.variables.name === step.name}
            onClick={() => skip.mutate(step)}
          >
            {step.name}
          </Button>
        ))}
      </div>
    </section>
  )
}
