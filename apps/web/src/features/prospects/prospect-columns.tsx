import { type Prospect, statusColours, statusLabel } from '@goldpan/contract/prospects'
import { formatDate } from '../../lib/dates.ts'
import { personName } from '../../lib/person-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { AddressCheckBadge, EmailAddress, FoundOn, NoAdvertising, PhoneNumber } from './prospect-cells.tsx'

export const prospectColumns: Column<Prospect>[] = [
  { id: 'name', header: 'Name', sortable: true, width: '16%', cell: (row) => <Name prospect={row} /> },
  {
    id: 'table',
    header: 'Business Table',
    sortable: true,
    width: '15%',
    cell: (row) => <CutText>{row.business_table?.name ?? '–'}</CutText>,
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    isTitle: true,
    cell: (row) => <EmailAddress email={row.email} />,
  },
  {
    id: 'phone',
    header: 'Phone',
    width: '10rem',
    cell: (row) => <PhoneNumber number={row.phone} />,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    width: '8.75rem',
    cell: (row) => <Badge colour={statusColours[row.status]}>{statusLabel(row.status)}</Badge>,
  },
  {
    id: 'last_contact',
    header: 'Last Contact',
    sortable: true,
    width: '8.25rem',
    cell: (row) => formatDate(row.last_contact),
  },
  {
    id: 'business',
    header: 'Business',
    sortable: true,
    cell: (row) => <CutText>{row.business?.name ?? '–'}</CutText>,
  },
  { id: 'title', header: 'Title', cell: (row) => <CutText>{row.title ?? '–'}</CutText> },
  { id: 'notes', header: 'Notes', cell: (row) => <CutText>{row.notes ?? '–'}</CutText> },
  {
    id: 'check',
    header: 'Address Check',
    width: '9.5rem',
    cell: (row) => (
      <span className="flex flex-wrap gap-1">
        <AddressCheckBadge prospect={row} />
        <NoAdvertising prospect={row} />
      </span>
    ),
  },
  { id: 'source', header: 'Source', cell: (row) => <FoundOn prospect={row} /> },
  {
    id: 'added',
    header: 'Added',
    sortable: true,
    width: '8.5rem',
    cell: (row) => formatDate(row.created_at),
  },
]

/** Shown by default. */
export const defaultColumns = ['name', 'table', 'email', 'phone', 'status', 'last_contact']

/** Always shown: it identifies the row. */
export const fixedColumn = 'email'

function Name({ prospect }: { prospect: Prospect }) {
  const { first_name, last_name } = prospect
  const name = personName({ first_name, last_name })
  const detail = [prospect.title, prospect.business?.name].filter(Boolean).join(', ')
  return (
    <span className="block min-w-0">
      {(name || !detail) && <CutText className="font-medium">{name || '–'}</CutText>}
      {detail && <CutText className="text-sm text-ink-muted">{detail}</CutText>}
    </span>
  )
}
