import { type MouseEvent, memo, type ReactNode, useRef } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { ActionsPlace, Column } from './table-columns.ts'

interface TableRowProps<Row> {
  row: Row
  id: string
  /** Names the row in 'Select …'. */
  label: string | undefined
  columns: readonly Column<Row>[]
  columnCount: number
  ariaRowIndex: number | undefined
  /** Without it the row can't be selected. */
  tick: 'on' | 'off' | 'disabled-on' | 'disabled-off' | null
  onSelect: (key: string, isSelected: boolean, isRange: boolean) => void
  /** The row is also active elsewhere, such as on a map; null without such a view. */
  isActive: boolean | null
  onActivate: (key: string) => void
  /** The row is open beside the table. */
  isOpen: boolean
  onOpen: ((row: Row) => void) | undefined
  actions: ((row: Row) => ReactNode) | undefined
  actionsPlace: ActionsPlace
  below: ReactNode
}

function DrawnRow<Row>(props: TableRowProps<Row>) {
  const { row, id, columns, tick, isActive, isOpen, onOpen, actions, below } = props
  const titleId = (columns.find((column) => column.isTitle) ?? columns[0])?.id
  const activate = isActive === null ? undefined : () => props.onActivate(id)
  return (
    <>
      <tr
        data-row
        data-selected={tick?.endsWith('on') ?? false}
        data-selectable={tick !== null}
        data-key={isActive === null ? undefined : id}
        data-active={isActive || isOpen || undefined}
        data-opens={onOpen && true}
        onPointerEnter={activate}
        onFocus={activate}
        onClick={onOpen && ((event) => isPressOnRow(event) && onOpen(row))}
        aria-rowindex={props.ariaRowIndex}
      >
        {tick !== null && (
          <td data-cell="tick">
            <Tick id={id} tick={tick} label={props.label} onSelect={props.onSelect} />
          </td>
        )}
        {columns.map((column) => (
          <td
            key={column.id}
            data-align={column.align}
            data-title={column.id === titleId}
            data-label={column.header}
            data-card={column.card}
          >
            {column.cell(row, Boolean(below))}
          </td>
        ))}
        {actions && (
          <td data-cell="actions">
            <div className="row-actions" data-place={props.actionsPlace}>
              {actions(row)}
            </div>
          </td>
        )}
      </tr>
      {below && (
        <tr>
          <td data-cell="below" colSpan={props.columnCount}>
            {below}
          </td>
        </tr>
      )}
    </>
  )
}

/** True unless the press is on a control or ends a text selection. */
function isPressOnRow({ target }: MouseEvent): boolean {
  const isControl = (target as Element).closest('a, button, input, label, [role="menu"]') !== null
  return !isControl && !window.getSelection()?.toString()
}

/** Memoised: selecting one row doesn't re-render the others. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow

interface TickProps extends Pick<TableRowProps<never>, 'id' | 'label' | 'onSelect'> {
  tick: NonNullable<TableRowProps<never>['tick']>
}

function Tick({ id, tick, label, onSelect }: TickProps) {
  const shiftHeld = useRef(false)
  return (
    <Checkbox
      label={`Select ${label ?? 'row'}`}
      hideLabel
      checked={tick.endsWith('on')}
      disabled={tick.startsWith('disabled')}
      onClick={(event: MouseEvent) => {
        shiftHeld.current = event.shiftKey
      }}
      onChange={(event) => onSelect(id, event.target.checked, shiftHeld.current)}
    />
  )
}
