import clsx from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

const choices = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const

export function ThemeSwitch({
  value,
  onChange,
}: {
  value: ThemeChoice
  onChange: (choice: ThemeChoice) => void
}) {
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-md bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          title={choice.label}
          className={clsx(
            'grid h-8 w-9 cursor-pointer place-items-center rounded-sm text-ink-muted has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:h-11 max-sm:w-12 [&_svg]:size-4',
            value === choice.value ? 'bg-surface text-ink ring-1 ring-line' : 'hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {choice.icon}
          <span className="sr-only">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
