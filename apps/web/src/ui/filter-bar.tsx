import type { ReactNode } from 'react'

/** Filters in one row that wraps; give each Field a width by class. On phones each has a row, and a button joins the last. */
export function FilterBar({ label = 'Filters', children }: { label?: string; children: ReactNode }) {
  return (
    <search
      aria-label={label}
      className="flex flex-wrap items-end gap-3 max-sm:[&>*]:grow max-sm:[&>*]:basis-[60%] max-sm:[&>button]:grow-0 max-sm:[&>button]:basis-auto"
    >
      {children}
    </search>
  )
}
