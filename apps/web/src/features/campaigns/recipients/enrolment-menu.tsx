import { ArrowRightLeft, CalendarClock, Pencil, Play, RotateCcw, SkipForward, Square } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isolated } from '../../../ui/isolated.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { HoldPersonDialog } from '../../holds/hold-dialog.tsx'
import { prospectIdOf, type RecipientRow, useChangeEnrolments } from './recipients.queries.ts'

const StepEmailDialog = lazy(async () => ({
  default: (await import('./step-email-dialog.tsx')).StepEmailDialog,
}))

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))

interface EnrolmentMenuProps {
  campaignId: string
  row: RecipientRow
  /** How many follow-ups the campaign has. */
  steps: number
  /** Own mailboxes send this campaign. */
  hasMailboxes: boolean
}

/** What can be done about a recipient's follow-ups. */
export function EnrolmentMenu({ campaignId, row, steps, hasMailboxes }: EnrolmentMenuProps) {
  const change = useChangeEnrolments(campaignId)
  const [isHolding, setHolding] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const [edited, setEdited] = useState<number | null>(null)
  const { state, hold_reason, mailbox } = row.enrolment ?? {}
  const canMove = hasMailboxes || mailbox || hold_reason === 'no_mailbox'
  const selection = { ids: [prospectIdOf(row)] }
  const isOver = state === 'stopped' || state === 'finished'
  const isOpen = state !== undefined && !isOver
  const resumes = hold_reason ? resumeLabels[hold_reason] : undefined
  const act = (action: 'resume' | 'skip' | 'stop' | 'restart') => () =>
    change.mutate({ selection, action, who: isolated(row.name) })
  const items: MenuItem[] = [
    {
      id: 'hold',
      label: 'Hold until…',
      icon: <CalendarClock aria-hidden="true" />,
      disabled: isOver,
      onSelect: () => setHolding(true),
    },
    ...(resumes
      ? [{ id: 'resume', label: resumes, icon: <Play aria-hidden="true" />, onSelect: act('resume') }]
      : []),
    {
      id: 'skip',
      label: 'Skip next follow-up',
      icon: <SkipForward aria-hidden="true" />,
      disabled: !isOpen,
      onSelect: act('skip'),
    },
    {
      id: 'stop',
      label: 'Stop follow-ups',
      icon: <Square aria-hidden="true" />,
      disabled: !isOpen,
      onSelect: act('stop'),
    },
    {
      id: 'restart',
      label: 'Start again',
      icon: <RotateCcw aria-hidden="true" />,
      disabled: !isOver,
      onSelect: act('restart'),
    },
    ...(canMove
      ? [
          {
            id: 'move',
            label: 'Move to another mailbox…',
            icon: <ArrowRightLeft aria-hidden="true" />,
            disabled: !isOpen,
            onSelect: () => setMoving(true),
          },
        ]
      : []),
    ...unsentPositions(row, steps).map((position, index) => ({
      id: `edit-${position}`,
      label: `Edit follow-up ${position} for this person`,
      icon: <Pencil aria-hidden="true" />,
      startsGroup: index === 0,
      onSelect: () => setEdited(position),
    })),
  ]
  return (
    <>
      <Menu label={`Follow-ups of ${isolated(row.name)}`} items={items} />
      {isHolding && <HoldPersonDialog email={row.email} name={row.name} onClose={() => setHolding(false)} />}
      {isMoving && (
        <Suspense fallback={null}>
          <MoveDialog
            title={`Move ${isolated(row.name)}`}
            from={mailbox?.id ?? null}
            onMove={async (mailbox_id) => {
              await change.mutateAsync({ selection, action: 'move', mailbox_id, who: isolated(row.name) })
            }}
            onClose={() => setMoving(false)}
          />
        </Suspense>
      )}
      {edited !== null && (
        <Suspense fallback={null}>
          <StepEmailDialog
            campaignId={campaignId}
            recipient={row}
            position={edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Holds that users can end. An unconfirmed message is never resent. */
const resumeLabels: Partial<Record<string, string>> = {
  manual: 'Lift hold',
  away: 'Lift hold',
  unconfirmed: 'Count as sent',
}

/** The follow-ups that are still to come. */
function unsentPositions({ enrolment }: RecipientRow, steps: number): number[] {
  const isUnsure = enrolment?.hold_reason === 'unconfirmed'
  const next = enrolment ? enrolment.next_position : 1
  const isOver = enrolment?.state === 'stopped' || enrolment?.state === 'finished'
  if (next === null || isOver) return []
  const first = isUnsure ? next + 1 : next
  return Array.from({ length: Math.max(0, steps - first + 1) }, (_, index) => first + index)
}
