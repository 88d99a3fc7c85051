import { findPlaceholders, type PlaceholderName, placeholders } from '@goldpan/contract/writing'
import { Plus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

/** What reads well where a value is missing; a name that is always there needs nothing. */
const fallbacks: Partial<Record<PlaceholderName, string>> = {
  firstName: 'there',
  city: 'your area',
  trade: 'businesses',
}

/** With the fallback that the text already gives this placeholder: it is in the text's own language. */
export function writePlaceholder(name: PlaceholderName, text: string): string {
  const used = findPlaceholders(text).find((found) => found.name === name && found.fallback)
  const fallback = used?.fallback ?? fallbacks[name]
  return fallback ? `{{${name}|${fallback}}}` : `{{${name}}}`
}

/** Buttons that put a placeholder where the caret is. */
export function PlaceholderChips({
  text,
  onInsert,
}: {
  text: string
  onInsert: (placeholder: string) => void
}) {
  return (
    <div role="toolbar" aria-label="Insert a placeholder" className="flex flex-wrap gap-1.5">
      {placeholders.map(({ name, label }) => (
        <Button
          key={name}
          size="sm"
          icon={<Plus aria-hidden="true" />}
          // Pressing must not take the caret out of the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(writePlaceholder(name, text))}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
