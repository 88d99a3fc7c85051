import { builtInLabels, labelNames } from '@goldpan/contract/inbox'
import type { Conversation } from '@goldpan/contract/replies'
import { Check, Clock, Tag, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDateTime, formatWeekday } from '../../lib/dates.ts'
import { productNow } from '../../lib/product-time.ts'
import { useSession } from '../../lib/use-session.ts'
import type { ButtonSize } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { ActionButton } from './action-button.tsx'
import { useLabels, useMembers } from './inbox.queries.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import { PickDayDialog } from './pick-day-dialog.tsx'
import { dayOf, daysAhead, laterToday, nextWeek } from './snooze.rules.ts'
import type { Triage, TriageMenu } from './triage.ts'

interface TriageMenuProps {
  triage: Triage
  /** Null for a selection. */
  one: Conversation | null
  size?: ButtonSize
}

/** Lets a key open a menu too. */
const openBy = ({ menu, setMenu }: Triage, name: TriageMenu) => ({
  open: menu === name,
  onOpenChange: (isOpen: boolean) => setMenu(isOpen ? name : null),
})

export function SnoozeMenu({ triage, one, size }: TriageMenuProps) {
  const [isPicking, setPicking] = useState(false)
  const now = productNow()
  const later = laterToday(now)
  const named = one?.later_until
  const before = one?.snoozed_before
  const to = (id: string, label: string, until: string): MenuItem => ({
    id,
    label,
    onSelect: () => void triage.snooze(until),
  })
  const items: MenuItem[] = [
    ...(named && named > dayOf(now) ? [to('named', `Until ${formatWeekday(named)}`, named)] : []),
    ...(before && new Date(before) > now
      ? [to('again', `Snooze again until ${formatDateTime(before)}`, before)]
      : []),
    ...(later ? [to('today', 'Later today', later)] : []),
    to('tomorrow', 'Tomorrow', daysAhead(now, 1)),
    to('week', 'Next week', nextWeek(now)),
    { id: 'day', label: 'Pick a day', onSelect: () => setPicking(true) },
  ]
  return (
    <>
      <Menu
        label="Snooze"
        align="start"
        items={items}
        {...openBy(triage, 'snooze')}
        trigger={<ActionButton size={size} aria-keyshortcuts="s" icon={<Clock />} name="Snooze" isMain />}
      />
      {isPicking && <PickDayDialog onPick={triage.snooze} onClose={() => setPicking(false)} />}
    </>
  )
}

/** A tick before the item that holds now, and as much room before the others. */
const ticked = (isCurrent: boolean) => ({
  isCurrent,
  icon: isCurrent ? <Check aria-hidden="true" /> : <span aria-hidden="true" className="size-4" />,
})

/** Offered until own labels are loaded. */
const builtInChoices = builtInLabels.map((id) => ({ id, name: labelNames[id], built_in: true }))

interface LabelMenuProps extends TriageMenuProps {
  /** Replaces the button. */
  trigger?: ReactNode
}

export function LabelMenu({ triage, one, size, trigger }: LabelMenuProps) {
  const [isManaging, setManaging] = useState(false)
  const labels = useLabels().data ?? builtInChoices
  const items: MenuItem[] = [
    ...labels.map(
      (label, index): MenuItem => ({
        id: label.id,
        label: label.name,
        ...ticked(one?.label === label.id),
        onSelect: () => void triage.label(label),
        startsGroup: !label.built_in && labels[index - 1]?.built_in === true,
      }),
    ),
    ...(one === null || one.label_by === 'person'
      ? [
          {
            id: 'automatic',
            label: 'Automatic label',
            ...ticked(false),
            onSelect: () => void triage.label(null),
            startsGroup: true,
          },
        ]
      : []),
    {
      id: 'manage',
      label: 'Manage labels',
      ...ticked(false),
      onSelect: () => setManaging(true),
      startsGroup: true,
    },
  ]
  return (
    <>
      <Menu
        label="Label"
        align="start"
        items={items}
        {...openBy(triage, 'label')}
        trigger={trigger ?? <ActionButton size={size} aria-keyshortcuts="l" icon={<Tag />} name="Label" />}
      />
      {isManaging && <LabelsDialog onClose={() => setManaging(false)} />}
    </>
  )
}

/** Members, and nobody. */
export function useAssignItems({ triage, one }: TriageMenuProps): MenuItem[] {
  const { user } = useSession()
  const members = useMembers()
  return [
    ...members.map((member) => ({
      id: member.id,
      label: member.id === user?.id ? `${member.name} (you)` : member.name,
      ...ticked(one?.assignee?.id === member.id),
      onSelect: () => void triage.assign(member),
    })),
    {
      id: 'nobody',
      label: 'Nobody',
      ...ticked(one?.assignee === null),
      onSelect: () => void triage.assign(null),
      startsGroup: true,
    },
  ]
}

export function AssignMenu(props: TriageMenuProps) {
  const items = useAssignItems(props)
  return (
    <Menu
      label="Assign"
      align="start"
      items={items}
      {...openBy(props.triage, 'assign')}
      trigger={<ActionButton size={props.size} aria-keyshortcuts="a" icon={<UserRound />} name="Assign" />}
    />
  )
}
