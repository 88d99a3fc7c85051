import type { ReactNode } from 'react'

export interface DataItem {
  label: string
  /** null and '' show a dash. */
  value: ReactNode
}

/** Names and values of one thing, stacked on small screens. */
export function DataList({ items }: { items: readonly DataItem[] }) {
  return (
    <dl className="@container grid gap-y-3">
      {items.map((item) => (
        <div key={item.label} className="grid gap-x-4 @sm:grid-cols-[9rem_1fr]">
          <dt className="text-sm text-ink-muted">{item.label}</dt>
          <dd className="min-w-0 break-words">
            {item.value === null || item.value === '' ? '–' : item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
