import { formatLongDay } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useHoldOf, useLiftHold } from './holds.queries.ts'

/** Says until when no campaign writes to a person. Nothing if no hold is in force. */
export function HoldState({ email }: { email: string }) {
  const hold = useHoldOf(email)
  const lift = useLiftHold()
  if (!hold) return null
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge colour="yellow">Held until {formatLongDay(hold.until)}</Badge>
      <Button busy={lift.isPending && 'Lifting…'} onClick={() => lift.mutate(hold.id)}>
        Lift hold
      </Button>
    </span>
  )
}
