import {
  findPlaceholders,
  findUnknownPlaceholders,
  type PlaceholderName,
  placeholders,
} from '@goldpan/contract/writing'
import clsx from 'clsx'
import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useFieldLinks } from '../../../ui/field.tsx'

export interface PlaceholderAreaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  value: string
  rows?: number
  /** Enter leaves the field instead of beginning a line. */
  onEnter?: () => void
}

/**
 * A text field that shows placeholders as chips and grows with its text. The letters are those of a coloured copy behind
 * the field, whose own are transparent: typing, undo, paste and screen readers meet plain text.
 */
export function PlaceholderArea({ value, rows = 4, onEnter, className, ...props }: PlaceholderAreaProps) {
  const links = useFieldLinks(props)
  return (
    <div className="chip-field">
      <div aria-hidden="true" dir="auto" className={clsx('control', className)}>
        {partsOf(value).map(({ key, text, isPlaceholder }) =>
          isPlaceholder ? <ChipSource key={key} source={text} /> : text,
        )}
        {/* Gives a last empty line its height. */}
        {'\u200b'}
      </div>
      <textarea
        dir="auto"
        rows={rows}
        {...links}
        value={value}
        onKeyDown={(event) => {
          if (!onEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
        className={clsx('control', className)}
      />
    </div>
  )
}

/** As wide as its source, so that the caret stays in place. */
const ChipSource = ({ source }: { source: string }) => (
  <mark className={isUnknown(source) ? 'is-unknown' : undefined}>
    <i>{'{{'}</i>
    {source.slice(2, -2)}
    <i>{'}}'}</i>
  </mark>
)

const labels = new Map<string, string>(placeholders.map(({ name, label }) => [name, label]))
const PARTS = /(\{\{[^{}]*\}\})/

/** A template with placeholders as chips, unknown ones in red. */
export function PlaceholderText({ children }: { children: string }) {
  return (
    <span dir="auto" className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">
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

export interface PlaceholderChipsProps {
  /** The text so far. */
  text: string
  /** Gets the placeholder as it is written, with its fallback. */
  onInsert: (placeholder: string) => void
  /** Further buttons, at the end. */
  children?: ReactNode
}

/** Buttons that insert a placeholder at the caret. */
export function PlaceholderChips({ text, onInsert, children }: PlaceholderChipsProps) {
  return (
    <div
      role="toolbar"
      aria-label="Insert a placeholder"
      className="flex flex-wrap gap-1.5 max-sm:-mx-(--page-x) max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-(--page-x) max-sm:py-1"
    >
      {placeholders.map(({ name, label }) => (
        <Button
          key={name}
          size="sm"
          className="whitespace-nowrap"
          icon={<Plus aria-hidden="true" />}
          // Keeps the caret in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(writePlaceholder(name, text))}
        >
          {label}
        </Button>
      ))}
      {children}
    </div>
  )
}
