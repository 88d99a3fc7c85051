import type { ReactNode } from 'react'

/** Filters in one row that wraps; give each Field a width by class. */
export function FilterBar({ label = 'Filters', children }: { label?: string; children: ReactNode }) {
  return (
    <search aria-label={label} className="flex flex-wrap items-end gap-3 max-sm:[&>*]:w-full">
      {children}
    </search>
  )
}
