import clsx from 'clsx'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'

export interface FilterBarProps {
  label?: string
  /** The search field; stays visible on phones, where the filters are behind a button. */
  search?: ReactNode
  /** The number of set filters, without the search. */
  active?: number
  /** At the end of the row, such as the choice of columns. */
  end?: ReactNode
  /** The filters; give each Field a width by class. */
  children?: ReactNode
}

/** Filters in a row. On phones a search field, and a button for the rest. */
export function FilterBar({ label = 'Filters', search, active = 0, end, children }: FilterBarProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const hides = Boolean(search && children)
  return (
    <search
      aria-label={label}
      className={clsx(
        'flex flex-wrap items-end gap-x-2 gap-y-3 sm:gap-x-3',
        search && 'max-sm:[&>*:first-child]:min-w-0 max-sm:[&>*:first-child]:flex-1',
      )}
    >
      {search}
      {hides && (
        <Button
          className="sm:hidden"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
          {active > 0 && (
            <span className="min-w-5 rounded-full bg-accent-tint px-1.5 text-xs leading-5 text-accent-ink tabular-nums">
              {active}
              <span className="sr-only"> set</span>
            </span>
          )}
        </Button>
      )}
      {children && (
        <div
          id={id}
          className={clsx(
            'max-sm:order-last max-sm:w-full max-sm:flex-col max-sm:gap-3 max-sm:[&>*]:w-full sm:contents',
            hides && !isOpen ? 'max-sm:hidden' : 'max-sm:flex',
          )}
        >
          {children}
        </div>
      )}
      {end}
    </search>
  )
}
