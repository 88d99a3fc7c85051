import { type MouseEvent, useRef } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { TableProps } from './table.tsx'

interface TableRowProps<Row> extends TableProps<Row> {
  row: Row
  columnCount: number
  ariaRowIndex: number | undefined
  onSelect: (key: string, isSelected: boolean, isRange: boolean) => void
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, rowKey, rowLabel, selection, rowActions, renderBelow, ariaRowIndex } = props
  const shiftHeld = useRef(false)
  const key = rowKey(row)
  const isSelected = selection?.selected.has(key) ?? false
  const titleId = (columns.find((column) => column.isTitle) ?? columns[0])?.id
  const below = renderBelow?.(row)
  return (
    <>
      <tr
        data-row
        data-selected={isSelected}
        data-selectable={selection !== undefined}
        data-key={props.active && key}
        data-active={props.active?.key === key || undefined}
        onPointerEnter={() => props.active?.onChange(key)}
        onFocus={() => props.active?.onChange(key)}
        aria-rowindex={ariaRowIndex}
      >
        {selection && (
          <td data-cell="tick">
            <Checkbox
              label={`Select ${rowLabel?.(row) ?? 'row'}`}
              hideLabel
              checked={isSelected}
              disabled={selection.isDisabled?.(row)}
              onClick={(event: MouseEvent) => {
                shiftHeld.current = event.shiftKey
              }}
              onChange={(event) => props.onSelect(key, event.target.checked, shiftHeld.current)}
            />
          </td>
        )}
        {columns.map((column) => (
          <td
            key={column.id}
            data-align={column.align}
            data-title={column.id === titleId}
            data-label={column.header}
            data-card={column.hideOnCard ? 'hidden' : undefined}
          >
            {column.cell(row)}
          </td>
        ))}
        {rowActions && (
          <td data-cell="actions">
            <div className="row-actions" data-quiet={!props.keepActionsVisible}>
              {rowActions(row)}
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
