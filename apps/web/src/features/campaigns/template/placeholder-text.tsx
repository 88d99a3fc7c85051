import { findUnknownPlaceholders, placeholders } from '@goldpan/contract/writing'
import clsx from 'clsx'

const labels = new Map<string, string>(placeholders.map(({ name, label }) => [name, label]))
const PARTS = /(\{\{[^{}]*\}\})/

/** A template to read: placeholders stand out as chips, unknown ones in red. */
export function PlaceholderText({ children }: { children: string }) {
  return (
    <span dir="auto" className="break-words whitespace-pre-wrap">
      {partsOf(children).map(({ key, text, isPlaceholder }) =>
        isPlaceholder ? <Chip key={key} source={text} /> : text,
      )}
    </span>
  )
}

export const partsOf = (text: string) =>
  text.split(PARTS).map((part, index) => ({
    key: `${index}`,
    text: part,
    isPlaceholder: index % 2 === 1,
  }))

export const isUnknown = (source: string): boolean => findUnknownPlaceholders(source).length > 0

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
