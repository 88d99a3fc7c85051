import { useEffect, useRef } from 'react'
import { Skeleton } from './skeleton.tsx'
import { useStableCallback } from './stable-callback.ts'
import type { TableProps } from './table-columns.ts'
import { remNeeded, useCards } from './table-fit.ts'
import { ACTIONS_WIDTH, TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { withAllRows, withRow } from './table-selection.ts'
import { TableSort } from './table-sort.tsx'
import { type RowWindow, useRowWindow } from './table-window.ts'

/** A table where its columns fit, cards where they don't. More than 100 rows are virtualised. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, rowKey, selection, empty, footer, density = 'normal', stickyTop = 0 } = props
  const lastPressed = useRef<string | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = rows?.map(rowKey) ?? []
  const view = useRowWindow(body, keys.length)
  useNearEnd(view.to, keys.length, props.onNearEnd)
  useShowActive(view, keys.indexOf(props.openKey ?? props.active?.key ?? ''))
  const frame = useCards(
    remNeeded(columns, {
      hasTicks: selection !== undefined,
      actionsWidth: props.rowActions && (props.actionsWidth ?? ACTIONS_WIDTH),
    }),
  )
  const select = useStableCallback((key: string, isSelected: boolean, isRange: boolean) => {
    const rangeFrom = isRange ? lastPressed.current : null
    lastPressed.current = key
    selection?.onChange(withRow(selection.selected, keys, { key, isSelected, rangeFrom }))
  })
  const activate = useStableCallback((key: string) => props.active?.onChange(key))
  const open = useStableCallback((row: Row) => props.onOpen?.(row))
  if (rows?.length === 0 && empty) return <>{empty}</>

  const columnCount = columns.length + (selection ? 1 : 0) + (props.rowActions ? 1 : 0)

  return (
    <div
      ref={frame}
      className="table-frame"
      style={{ '--table-top': `${stickyTop}px`, '--actions': props.actionsWidth ?? ACTIONS_WIDTH }}
    >
      <TableSort columns={columns} sort={props.sort} />
      <table
        className="table"
        aria-label={label}
        aria-busy={rows === undefined}
        aria-rowcount={view.isWindowed ? keys.length + 1 : undefined}
        data-density={density}
        data-selectable={selection !== undefined}
        data-quiet={selection?.isQuiet}
      >
        <TableHead
          {...props}
          keys={keys}
          onSelectAll={(isSelected) =>
            selection?.all
              ? selection.all.onChange(isSelected)
              : selection?.onChange(withAllRows(selection.selected, keys, isSelected))
          }
        />
        <tbody ref={body}>
          {rows === undefined && <SkeletonRows count={props.skeletonRows ?? 6} columns={columnCount} />}
          <Gap height={view.above} columns={columnCount} />
          {rows?.slice(view.from, view.to).map((row, index) => (
            <TableRow
              key={rowKey(row)}
              id={rowKey(row)}
              row={row}
              label={props.rowLabel?.(row)}
              columns={columns}
              columnCount={columnCount}
              ariaRowIndex={view.isWindowed ? view.from + index + 2 : undefined}
              tick={tickOf(row, props)}
              onSelect={select}
              isActive={props.active ? props.active.key === rowKey(row) : null}
              onActivate={activate}
              isOpen={props.openKey === rowKey(row)}
              onOpen={props.onOpen && open}
              actions={props.rowActions}
              actionsPlace={props.actionsPlace ?? 'over'}
              below={props.renderBelow?.(row)}
            />
          ))}
          <Gap height={view.below} columns={columnCount} />
        </tbody>
      </table>
      {footer && <div className="px-(--table-edge) py-2 text-xs text-ink-muted tabular-nums">{footer}</div>}
    </div>
  )
}

function tickOf<Row>(row: Row, { rowKey, selection }: TableProps<Row>) {
  if (!selection) return null
  const state = selection.selected.has(rowKey(row)) ? 'on' : 'off'
  return selection.isDisabled?.(row) ? (`disabled-${state}` as const) : state
}

/** Rows before the end at which more are fetched. */
const NEAR_ROWS = 60

/** A row that became active elsewhere may not be rendered. */
function useShowActive({ from, to, show }: RowWindow, index: number) {
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current === index) return
    shown.current = index
    if (index >= 0 && (index < from || index >= to)) show(index)
  }, [index, from, to, show])
}

function useNearEnd(drawnTo: number, count: number, onNearEnd: (() => void) | undefined) {
  const isNear = count > 0 && drawnTo > count - NEAR_ROWS
  useEffect(() => {
    if (isNear && count > 0) onNearEnd?.()
  }, [isNear, count, onNearEnd])
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row takes no focus
    <tr data-gap aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

const skeletonWidths = ['70%', '55%', '80%', '45%', '60%', '35%']

function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  const row = Array.from({ length: columns }, (_, column) => column)
  return Array.from({ length: count }, (_, index) => index).map((index) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row takes no focus
    <tr key={index} data-row data-skeleton aria-hidden="true">
      {row.map((column) => (
        <td key={column}>
          <Skeleton width={skeletonWidths[(column + index) % skeletonWidths.length]} />
        </td>
      ))}
    </tr>
  ))
}
