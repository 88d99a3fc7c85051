import {
  findPlaceholders,
  findUnknownPlaceholders,
  type PlaceholderName,
  placeholders,
} from '@goldpan/contract/writing'
import clsx from 'clsx'
import { Plus } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

/** Highlights placeholders by a copy of the text behind the field. */
export function PlaceholderArea({ value, ref, ...props }: ComponentProps<'textarea'> & { value: string }) {
  const backdrop = useRef<HTMLDivElement>(null)
  return (
    <div className="relative">
      <div
        ref={backdrop}
        aria-hidden="true"
        className="control pointer-events-none absolute inset-0 overflow-hidden border-transparent py-2 leading-[1.5] break-words whitespace-pre-wrap text-transparent"
      >
        {partsOf(value).map(({ key, text, isPlaceholder }) =>
          isPlaceholder ? (
            <mark
              key={key}
              className={clsx(
                'rounded-sm text-transparent',
                isUnknown(text) ? 'bg-danger-tint' : 'bg-accent-tint',
              )}
            >
              {text}
            </mark>
          ) : (
            text
          ),
        )}
        {/* Gives a last empty line its height. */}
        {'\u200b'}
      </div>
      <TextArea
        {...props}
        ref={ref}
        value={value}
        className="relative bg-transparent [scrollbar-gutter:auto]"
        onScroll={(event) => backdrop.current?.scrollTo({ top: event.currentTarget.scrollTop })}
      />
    </div>
  )
}

const labels = new Map<string, string>(placeholders.map(({ name, label }) => [name, label]))
const PARTS = /(\{\{[^{}]*\}\})/

/** A template with placeholders as chips, unknown ones in red. */
export function PlaceholderText({ children }: { children: string }) {
  return (
    <span dir="auto" className="break-words whitespace-pre-wrap">
      {partsOf(children).map(({ key, text, isPlaceholder }) =>
        isPlaceholder ? <Chip key={key} source={text} /> : text,
      )}
    </span>
  )
}

const partsOf = (text: string) =>
  text.split(PARTS).map((part, index) => ({
    key: `${index}`,
    text: part,
    isPlaceholder: index % 2 === 1,
  }))

const isUnknown = (source: string): boolean => findUnknownPlaceholders(source).length > 0

function Chip({ source }: { source: string }) {
  const [name = '', fallback] = source.slice(2, -2).split('|', 2)
  const label = labels.get(name.trim()) ?? name.trim()
  return (
    <span
      title={source}
      className={clsx(
        'rounded-sm box-decoration-clone px-1 py-0.5 text-[0.9em] font-medium',
        isUnknown(source) ? 'bg-danger-tint text-danger-ink' : 'bg-accent-tint text-accent-ink',
      )}
    >
      {fallback ? `${label}, or '${fallback}'` : label}
    </span>
  )
}

/** Fallbacks for placeholders that may be empty. */
const fallbacks: Partial<Record<PlaceholderName, string>> = {
  firstName: 'there',
  city: 'your area',
  trade: 'businesses',
}

/** Reuses the fallback that the text already has, which is in its language. */
function writePlaceholder(name: PlaceholderName, text: string): string {
  const used = findPlaceholders(text).find((found) => found.name === name && found.fallback)
  const fallback = used?.fallback ?? fallbacks[name]
  return fallback ? `{{${name}|${fallback}}}` : `{{${name}}}`
}

/** Buttons that insert a placeholder at the caret. */
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
          // Keeps the caret in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(writePlaceholder(name, text))}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
