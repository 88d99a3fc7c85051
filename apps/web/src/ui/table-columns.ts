import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** `isOpen`: something stands under the row. */
  cell: (row: Row, isOpen: boolean) => ReactNode
  /** Numbers stand at the end, so that their digits line up. */
  align?: 'start' | 'end'
  /** A CSS width such as '9rem' or '20%'; columns without one share what is left. */
  width?: string
  sortable?: boolean
  /** The card's heading on small screens. Without one the first column is it. */
  isTitle?: boolean
  /** Left out of the card on small screens. */
  hideOnCard?: boolean
  /** Keeps the header for screen readers only. */
  hideHeader?: boolean
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

/** The next sort when a heading is pressed: ascending first, then turned around. */
export function nextSort(current: Sort | null | undefined, column: string): Sort {
  const isAscending = current?.column === column && current.direction === 'ascending'
  return { column, direction: isAscending ? 'descending' : 'ascending' }
}
