import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface DataItem {
  label: string
  /** null and '' show a dash. */
  value: ReactNode
}

/** Names and values of one thing, stacked on small screens. */
interface DataListProps {
  items: readonly DataItem[]
  /** Two columns even in a panel. */
  isNarrow?: boolean
}

export function DataList({ items, isNarrow = false }: DataListProps) {
  return (
    <dl className={clsx('@container grid', isNarrow ? 'gap-y-2' : 'gap-y-3')}>
      {items.map((item) => (
        <div
          key={item.label}
          className={clsx('grid gap-x-4', isNarrow ? 'grid-cols-[5.5rem_1fr]' : '@sm:grid-cols-[9rem_1fr]')}
        >
          <dt className="text-sm text-ink-muted">{item.label}</dt>
          <dd className="min-w-0 break-words">
            {item.value === null || item.value === '' ? '–' : item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
