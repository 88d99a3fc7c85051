import type { EnrolmentAction } from '@goldpan/contract/follow-ups'
import { ArrowRightLeft, CalendarClock, Play, RotateCcw, SkipForward, Square } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { countOf } from '../../../lib/counts.ts'
import { countSelected, type ManySelection, nothing, selectionBody } from '../../../lib/many-selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { HoldDialog } from '../../holds/hold-dialog.tsx'
import { type EnrolmentFilter, useChangeEnrolments } from './recipients.queries.ts'

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))

interface EnrolmentBulkProps {
  campaignId: string
  selection: ManySelection
  /** What all rows match. */
  filter: EnrolmentFilter
  matching: number
  /** Own mailboxes send this campaign. */
  hasMailboxes: boolean
  onSelect: (selection: ManySelection) => void
}

const actions = [
  { id: 'skip', label: 'Skip next follow-up', icon: <SkipForward aria-hidden="true" /> },
  { id: 'stop', label: 'Stop follow-ups', icon: <Square aria-hidden="true" /> },
  { id: 'restart', label: 'Start again', icon: <RotateCcw aria-hidden="true" /> },
  { id: 'resume', label: 'Resume', icon: <Play aria-hidden="true" /> },
] as const

/** Changes the follow-ups of the selected recipients. */
export function EnrolmentBulk(props: EnrolmentBulkProps) {
  const { campaignId, selection, filter, matching, hasMailboxes, onSelect } = props
  const change = useChangeEnrolments(campaignId)
  const [asked, setAsked] = useState<'hold' | 'move' | null>(null)
  const stopAsking = () => setAsked(null)
  const count = countSelected(selection, matching)
  const body = selectionBody(selection, filter)
  const further: (MenuItem & { id: EnrolmentAction })[] = actions.map(({ id, label, icon }) => ({
    id,
    label,
    icon,
    onSelect: () => change.mutate({ selection: body, action: id }, { onSuccess: () => onSelect(nothing) }),
  }))
  if (hasMailboxes)
    further.push({
      id: 'move',
      label: 'Move to another mailbox…',
      icon: <ArrowRightLeft aria-hidden="true" />,
      onSelect: () => setAsked('move'),
    })
  return (
    <>
      <SelectionBar count={count} noun={['prospect', 'prospects']} onClear={() => onSelect(nothing)}>
        <Button size="sm" icon={<CalendarClock aria-hidden="true" />} onClick={() => setAsked('hold')}>
          Hold until…
        </Button>
        {/* On phones behind ⋯. */}
        <div className="flex gap-2 max-sm:hidden">
          {further.map(({ id, label, icon, onSelect }) => (
            <Button
              key={id}
              size="sm"
              icon={icon}
              busy={change.isPending && change.variables.action === id && 'Changing…'}
              onClick={onSelect}
            >
              {label}
            </Button>
          ))}
        </div>
        <div className="flex-none! sm:hidden">
          <Menu label="More actions" items={further} />
        </div>
      </SelectionBar>
      {asked === 'hold' && (
        <HoldDialog
          title={`Hold ${countOf(count, 'person', 'people')}`}
          description="No campaign writes to them until then."
          onHold={async (until) => {
            await change.mutateAsync({ selection: body, action: 'hold', until })
            onSelect(nothing)
          }}
          onClose={stopAsking}
        />
      )}
      {asked === 'move' && (
        <Suspense fallback={null}>
          <MoveDialog
            title={`Move ${countOf(count, 'person', 'people')}`}
            from={null}
            onMove={async (mailbox_id) => {
              await change.mutateAsync({ selection: body, action: 'move', mailbox_id })
              onSelect(nothing)
            }}
            onClose={stopAsking}
          />
        </Suspense>
      )}
    </>
  )
}
