import type { Prospect } from '@goldpan/contract/prospects'
import { PanelRight, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { countOf } from '../../lib/counts.ts'
import {
  everything,
  type ManySelection,
  nothing,
  shownSelected,
  stateOf,
  withShown,
} from '../../lib/many-selection.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Sort } from '../../ui/table-columns.ts'
import { ACTIONS_WIDTH, columnsThatFit, fixedColumn, prospectColumns } from './prospect-columns.tsx'

interface ProspectsTableProps {
  /** The loaded rows; undefined while the first page loads. */
  prospects: Prospect[] | undefined
  /** The number of matching prospects, and of all. */
  matching: number
  total: number
  chosenColumns: ReadonlySet<string>
  sort: Sort | null
  onSort: (sort: Sort) => void
  selection: ManySelection
  onSelect: (selection: ManySelection) => void
  onNearEnd: () => void
  /** Stable callbacks, so that rows don't re-render. */
  onOpen: (prospect: Prospect) => void
  onEdit: (prospect: Prospect) => void
  onDelete: (prospect: Prospect) => void
  empty: ReactNode
  /** The prospect in the panel. */
  openId: string | null
  /** While the panel stands beside it, columns that don't fit in this are left out. */
  widthRem: number | null
}

export function ProspectsTable(props: ProspectsTableProps) {
  const { prospects, matching, total, chosenColumns, selection, onSelect } = props
  const { onOpen, onEdit, onDelete, widthRem } = props
  const columns = useMemo(() => {
    const wanted = prospectColumns.filter(({ id }) => id === fixedColumn || chosenColumns.has(id))
    return widthRem === null ? wanted : columnsThatFit(wanted, widthRem)
  }, [chosenColumns, widthRem])
  const actions = useCallback(
    (row: Prospect) => (
      <>
        <IconButton
          label="Open"
          aria-description={row.email}
          icon={<PanelRight aria-hidden="true" />}
          onClick={() => onOpen(row)}
        />
        <IconButton
          label="Edit"
          aria-description={row.email}
          icon={<Pencil aria-hidden="true" />}
          onClick={() => onEdit(row)}
        />
        <IconButton
          label="Delete"
          aria-description={row.email}
          tone="danger"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => onDelete(row)}
        />
      </>
    ),
    [onOpen, onEdit, onDelete],
  )
  const shown = useMemo(() => prospects?.map(({ id }) => id) ?? [], [prospects])
  return (
    <Table
      label="Prospects"
      rows={prospects}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.email}
      onNearEnd={props.onNearEnd}
      onOpen={onOpen}
      openKey={props.openId}
      selection={{
        selected: shownSelected(selection, shown),
        onChange: (next) => onSelect(withShown(selection, shown, next)),
        all: {
          state: stateOf(selection, matching),
          onChange: (isSelected) => onSelect(isSelected ? everything : nothing),
        },
      }}
      sort={{ current: props.sort, onChange: props.onSort }}
      actionsWidth={ACTIONS_WIDTH}
      rowActions={actions}
      empty={props.empty}
      footer={
        prospects &&
        (matching === total
          ? countOf(total, 'prospect')
          : `${matching.toLocaleString()} of ${countOf(total, 'prospect')}`)
      }
    />
  )
}
