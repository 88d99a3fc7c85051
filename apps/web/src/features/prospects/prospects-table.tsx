import type { Prospect } from '@goldpan/contract/prospects'
import { History, Pencil, Trash2 } from 'lucide-react'
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
import { fixedColumn, prospectColumns } from './prospect-columns.tsx'

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
  onShow: (prospect: Prospect) => void
  onEdit: (prospect: Prospect) => void
  onDelete: (prospect: Prospect) => void
  empty: ReactNode
}

export function ProspectsTable(props: ProspectsTableProps) {
  const { prospects, matching, total, chosenColumns, selection, onSelect } = props
  const columns = useMemo(
    () => prospectColumns.filter(({ id }) => id === fixedColumn || chosenColumns.has(id)),
    [chosenColumns],
  )
  const { onShow, onEdit, onDelete } = props
  const actions = useCallback(
    (row: Prospect) => (
      <>
        <IconButton
          label="Activity"
          aria-description={row.email}
          icon={<History aria-hidden="true" />}
          onClick={() => onShow(row)}
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
    [onShow, onEdit, onDelete],
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
      selection={{
        selected: shownSelected(selection, shown),
        onChange: (next) => onSelect(withShown(selection, shown, next)),
        all: {
          state: stateOf(selection, matching),
          onChange: (isSelected) => onSelect(isSelected ? everything : nothing),
        },
      }}
      sort={{ current: props.sort, onChange: props.onSort }}
      actionsWidth="8.5rem"
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
