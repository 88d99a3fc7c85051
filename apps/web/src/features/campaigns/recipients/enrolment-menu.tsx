import { CalendarClock, Play, RotateCcw, SkipForward, Square } from 'lucide-react'
import { useState } from 'react'
import { isolated } from '../../../ui/isolated.ts'
import { Menu } from '../../../ui/menu.tsx'
import { HoldDialog } from '../../holds/hold-dialog.tsx'
import { type RecipientRow, useChangeEnrolment } from './recipients.queries.ts'

/** What can be done about a recipient's follow-ups. */
export function EnrolmentMenu({ campaignId, row }: { campaignId: string; row: RecipientRow }) {
  const change = useChangeEnrolment(campaignId)
  const [isHolding, setHolding] = useState(false)
  const { state, hold_reason } = row.enrolment ?? {}
  const isOver = state === 'stopped' || state === 'finished'
  const isOpen = state !== undefined && !isOver
  const isPersonHeld = hold_reason === 'manual' || hold_reason === 'away'
  return (
    <>
      <Menu
        label={`Follow-ups of ${isolated(row.name)}`}
        items={[
          {
            id: 'hold',
            label: 'Hold until…',
            icon: <CalendarClock aria-hidden="true" />,
            disabled: isOver,
            onSelect: () => setHolding(true),
          },
          ...(isPersonHeld
            ? [
                {
                  id: 'resume',
                  label: 'Lift hold',
                  icon: <Play aria-hidden="true" />,
                  onSelect: () => change.mutate({ row, action: 'resume' }),
                },
              ]
            : []),
          {
            id: 'skip',
            label: 'Skip next follow-up',
            icon: <SkipForward aria-hidden="true" />,
            disabled: !isOpen,
            onSelect: () => change.mutate({ row, action: 'skip' }),
          },
          {
            id: 'stop',
            label: 'Stop follow-ups',
            icon: <Square aria-hidden="true" />,
            disabled: !isOpen,
            onSelect: () => change.mutate({ row, action: 'stop' }),
          },
          {
            id: 'restart',
            label: 'Start again',
            icon: <RotateCcw aria-hidden="true" />,
            disabled: !isOver,
            onSelect: () => change.mutate({ row, action: 'restart' }),
          },
        ]}
      />
      {isHolding && <HoldDialog email={row.email} name={row.name} onClose={() => setHolding(false)} />}
    </>
  )
}
