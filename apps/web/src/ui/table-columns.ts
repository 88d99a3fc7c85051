import type { ReactNode } from 'react'
import type { Selection } from './table-selection.ts'

export interface Column<Row> {
  id: string
  header: string
  /** `isOpen`: the row is expanded. */
  cell: (row: Row, isOpen: boolean) => ReactNode
  /** `end` for figures: aligned at the right, in digits of one width. */
  align?: 'start' | 'end'
  /** A CSS width such as '9rem' or '20%'; other columns share the rest. */
  width?: string
  sortable?: boolean
  /** The card's heading on small screens; by default the first column. */
  isTitle?: boolean
  /** In cards on small screens: beside the heading, such as a badge, or left out. */
  card?: 'end' | 'hidden'
  /** Keeps the header for screen readers only. */
  hideHeader?: boolean
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

/** Row buttons appear over the row's end on hover, in a column on hover, or always. */
export type ActionsPlace = 'over' | 'beside' | 'shown'

export interface TableProps<Row> {
  /** The caption, for screen readers. */
  label: string
  /** undefined while loading, which shows skeleton rows. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Names a row in 'Select …'. */
  rowLabel?: (row: Row) => string
  selection?: {
    selected: Selection
    onChange: (selected: Set<string>) => void
    isDisabled?: (row: Row) => boolean
    /** Without the tint, for tables in which everything is chosen at first. */
    isQuiet?: boolean
    /** For paged lists: the state of the header checkbox, and what it does. */
    all?: { state: 'all' | 'some' | 'none'; onChange: (isSelected: boolean) => void }
  }
  /** The row that is also active elsewhere, such as on a map. */
  active?: { key: string | null; onChange: (key: string) => void }
  /** Opens a row, by a press anywhere on it. A cell has the button that opens it by keyboard. */
  onOpen?: (row: Row) => void
  /** The row that is open beside the table. */
  openKey?: string | null
  /** Called near the last row, to fetch more. */
  onNearEnd?: () => void
  sort?: { current: Sort | null; onChange: (sort: Sort) => void }
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode
  /** By default they lie over the row's end on hover, so the last cell should be short. */
  actionsPlace?: ActionsPlace
  actionsWidth?: string
  /** The content of an expanded row, or null. A cell has the button that expands it. */
  renderBelow?: (row: Row) => ReactNode
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode
  /** A count, such as '120 prospects'. */
  footer?: ReactNode
  density?: 'normal' | 'compact'
  skeletonRows?: number
  /** The height in px of fixed elements above the table's head. */
  stickyTop?: number
}

/** The next sort when a heading is pressed: ascending first, then reversed. */
export function nextSort(current: Sort | null | undefined, column: string): Sort {
  const isAscending = current?.column === column && current.direction === 'ascending'
  return { column, direction: isAscending ? 'descending' : 'ascending' }
}
