import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import { type Column, nextSort, type Sort, type TableProps } from './table-columns.ts'
import { stateOfAll } from './table-selection.ts'

interface TableHeadProps<Row> extends TableProps<Row> {
  keys: readonly string[]
  onSelectAll: (isSelected: boolean) => void
}

/** For two icon buttons. */
export const ACTIONS_WIDTH = '6rem'

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, selection, sort, rowActions, actionsWidth = ACTIONS_WIDTH, keys, onSelectAll } = props
  const boxId = useId()
  const all = selection ? (selection.all?.state ?? stateOfAll(selection.selected, keys)) : 'none'
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" data-cell="tick">
            <Checkbox
              id={boxId}
              label="Select all rows"
              hideLabel
              checked={all === 'all'}
              indeterminate={all === 'some'}
              disabled={keys.length === 0}
              onChange={(event) => onSelectAll(event.target.checked)}
            />
            <label htmlFor={boxId}>Select all</label>
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} />
        ))}
        {rowActions && (
          <th
            scope="col"
            data-align="end"
            data-cell="actions"
            data-place={props.actionsPlace ?? 'over'}
            style={{ width: actionsWidth }}
          >
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadCell<Row>({ column, sort }: { column: Column<Row>; sort: TableProps<Row>['sort'] }) {
  const direction = sort?.current?.column === column.id ? sort.current.direction : undefined
  const canSort = sort && column.sortable
  return (
    <th
      scope="col"
      data-align={column.align}
      style={{ width: column.width }}
      aria-sort={canSort ? (direction ?? 'none') : undefined}
    >
      {canSort ? (
        <button
          type="button"
          onClick={() => sort.onChange(nextSort(sort.current, column.id))}
          className="-mx-2 inline-flex min-h-6 max-w-full items-center gap-1 rounded-md px-2 font-medium hover:bg-hover hover:text-ink [&_svg]:size-3.5 [&_svg]:shrink-0"
        >
          <span className="cut">{column.header}</span>
          <SortSign direction={direction} />
        </button>
      ) : (
        <span className={column.hideHeader ? 'sr-only' : 'cut'}>{column.header}</span>
      )}
    </th>
  )
}

function SortSign({ direction }: { direction: Sort['direction'] | undefined }) {
  if (direction === 'ascending') return <ArrowUp aria-hidden="true" />
  if (direction === 'descending') return <ArrowDown aria-hidden="true" />
  return <ChevronsUpDown className="opacity-50" aria-hidden="true" />
}
