import { Fragment, useSyncExternalStore } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Switch } from '../ui/switch.tsx'
import { goTo, setSingleKeys, singleKeys } from './shortcuts.ts'

const rows: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['Ctrl', 'K'], label: 'Find or do anything (on a Mac ⌘ K)' },
  ...goTo.map(({ key, label }) => ({ keys: ['g', key], label: `Go to ${label}` })),
  { keys: ['Ctrl', 'Z'], label: 'Undo what you just did (on a Mac ⌘ Z)' },
  { keys: ['?'], label: 'Show this list' },
  { keys: ['Esc'], label: 'Close what is open' },
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
        help="Turn this off if you use dictation or press keys by accident. Ctrl K and Ctrl Z still work."
        checked={areOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </Dialog>
  )
}
