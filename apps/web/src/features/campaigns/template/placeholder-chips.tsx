import { type PlaceholderName, placeholders } from '@goldpan/contract/writing'
import { Plus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

/** What reads well where a value is missing; a name that is always there needs nothing. */
const fallbacks: Partial<Record<PlaceholderName, string>> = {
  firstName: 'there',
  city: 'your area',
}

export const writePlaceholder = (name: PlaceholderName): string =>
  fallbacks[name] ? `{{${name}|${fallbacks[name]}}}` : `{{${name}}}`

/** Buttons that put a placeholder where the caret is. */
export function PlaceholderChips({ onInsert }: { onInsert: (placeholder: string) => void }) {
  return (
    <div role="toolbar" aria-label="Insert a placeholder" className="flex flex-wrap gap-1.5">
      {placeholders.map(({ name, label }) => (
        <Button
          key={name}
          size="sm"
          icon={<Plus aria-hidden="true" />}
          // Pressing must not take the caret out of the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(writePlaceholder(name))}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
