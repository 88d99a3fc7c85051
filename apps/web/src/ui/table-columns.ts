import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** `isOpen`: the row is expanded. */
  cell: (row: Row, isOpen: boolean) => ReactNode
  /** Aligns numbers at the end. */
  align?: 'start' | 'end'
  /** A CSS width such as '9rem' or '20%'; other columns share the rest. */
  width?: string
  sortable?: boolean
  /** The card's heading on small screens; by default the first column. */
  isTitle?: boolean
  /** Hidden in cards on small screens. */
  hideOnCard?: boolean
  /** Keeps the header for screen readers only. */
  hideHeader?: boolean
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

/** The next sort when a heading is pressed: ascending first, then reversed. */
export function nextSort(current: Sort | null | undefined, column: string): Sort {
  const isAscending = current?.column === column && current.direction === 'ascending'
  return { column, direction: isAscending ? 'descending' : 'ascending' }
}
