import { Fragment, useSyncExternalStore } from 'react'
import { setSingleKeys, singleKeys } from '../lib/single-keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Switch } from '../ui/switch.tsx'
import { goTo, MODIFIER } from './shortcuts.ts'

const rows: readonly { keys: readonly string[]; label: string }[] = [
  { keys: [MODIFIER, 'K'], label: 'Find anything' },
  ...goTo.map(({ key, label }) => ({ keys: ['g', key], label: `Go to ${label}` })),
  { keys: ['j', 'k'], label: 'Inbox: next and previous conversation' },
  { keys: ['r'], label: 'Inbox: answer' },
  { keys: [MODIFIER, 'Enter'], label: 'Inbox: send the answer' },
  { keys: ['e'], label: 'Inbox: done' },
  { keys: ['s'], label: 'Inbox: snooze' },
  { keys: ['l'], label: 'Inbox: label' },
  { keys: ['a'], label: 'Inbox: assign' },
  { keys: ['n'], label: 'Inbox: add a note' },
  { keys: ['u'], label: 'Inbox: mark as unread' },
  { keys: ['x'], label: 'Inbox: select' },
  { keys: ['/'], label: 'Inbox: search' },
  { keys: [MODIFIER, 'Z'], label: 'Undo' },
  { keys: ['?'], label: 'Show this list' },
  { keys: ['Esc'], label: 'Close' },
  { keys: ['↑', '↓'], label: 'Previous or next prospect' },
  { keys: ['K'], label: 'Review: keep' },
  { keys: ['D'], label: 'Review: remove' },
  { keys: ['U'], label: 'Review: undo' },
]

/** Every keyboard shortcut, and the switch that turns the single keys off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const areOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.get)
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {rows.map(({ keys, label }) => (
          <Fragment key={label}>
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-xs">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
      </dl>
      <Switch
        className="mt-5"
        label="Use single keys"
        help={`Turn this off if you use dictation or press keys by accident. ${MODIFIER} K and ${MODIFIER} Z still work.`}
        checked={areOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </Dialog>
  )
}
