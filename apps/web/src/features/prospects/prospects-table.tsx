import { type Prospect, statusColours, statusLabel } from '@goldpan/contract/prospects'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { formatDate } from '../../lib/dates.ts'
import { personName } from '../../lib/person-name.ts'
import { formatPhone } from '../../lib/phone.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column, Sort } from '../../ui/table-columns.ts'

interface ProspectsTableProps {
  /** undefined while they are being fetched. */
  prospects: Prospect[] | undefined
  /** How many there are without the filter. */
  total: number
  onEdit: (prospect: Prospect) => void
  onDelete: (prospect: Prospect) => void
  empty: ReactNode
}

const nameOf = (row: Prospect) => personName({ first_name: row.first_name, last_name: row.last_name })

const columns: Column<Prospect>[] = [
  { id: 'name', header: 'Name', sortable: true, width: '20%', cell: (row) => <Name prospect={row} /> },
  {
    id: 'table',
    header: 'Business Table',
    sortable: true,
    cell: (row) => <CutText>{row.business_table?.name ?? '-'}</CutText>,
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    isTitle: true,
    width: '22%',
    cell: (row) => <CutText>{row.email}</CutText>,
  },
  {
    id: 'phone',
    header: 'Phone',
    width: '10rem',
    cell: (row) => (
      <span className="whitespace-nowrap tabular-nums">{row.phone ? formatPhone(row.phone) : '-'}</span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    width: '9.5rem',
    cell: (row) => <Badge colour={statusColours[row.status]}>{statusLabel(row.status)}</Badge>,
  },
  {
    id: 'last_contact',
    header: 'Last Contact',
    sortable: true,
    width: '8.5rem',
    cell: (row) => formatDate(row.last_contact),
  },
]

export function ProspectsTable({ prospects, total, onEdit, onDelete, empty }: ProspectsTableProps) {
  const [sort, setSort] = useState<Sort | null>(null)
  const rows = useMemo(() => prospects && sorted(prospects, sort), [prospects, sort])
  const shown = prospects?.length ?? 0
  return (
    <Table
      label="Prospects"
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.email}
      sort={{ current: sort, onChange: setSort }}
      actionsWidth="6.5rem"
      keepActionsVisible
      rowActions={(row) => (
        <>
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
      )}
      empty={empty}
      footer={
        prospects &&
        (shown === total
          ? countOf(total, 'prospect')
          : `${shown.toLocaleString()} of ${countOf(total, 'prospect')}`)
      }
    />
  )
}

function Name({ prospect }: { prospect: Prospect }) {
  const detail = [prospect.title, prospect.business?.name].filter(Boolean).join(', ')
  return (
    <span className="block min-w-0">
      <span className="block truncate font-medium" dir="auto">
        {nameOf(prospect) || '-'}
      </span>
      {detail && (
        <span className="block truncate text-sm text-ink-muted" dir="auto">
          {detail}
        </span>
      )}
    </span>
  )
}

const sortValues: Record<string, (row: Prospect) => string> = {
  name: (row) => nameOf(row) || row.email,
  table: (row) => row.business_table?.name ?? '',
  email: (row) => row.email,
  status: (row) => row.status,
  last_contact: (row) => row.last_contact ?? '',
}

function sorted(rows: Prospect[], sort: Sort | null): Prospect[] {
  const sortValue = sort && sortValues[sort.column]
  if (!sortValue) return rows
  const collator = new Intl.Collator()
  const direction = sort.direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => direction * collator.compare(sortValue(a), sortValue(b)))
}
