import type { Prospect } from '@goldpan/contract/prospects'
import { formatDay } from '../../lib/dates.ts'
import { personName } from '../../lib/person-name.ts'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { remNeeded } from '../../ui/table-fit.ts'
import {
  AddressCheckBadge,
  EmailAddress,
  FoundOn,
  NoAdvertising,
  PhoneNumber,
  StatusBadges,
} from './prospect-cells.tsx'

/** Cards show what fits in four lines; the panel has the rest. */
export const prospectColumns: Column<Prospect>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    isTitle: true,
    width: 'max(6.5rem, 15cqi)',
    cell: ({ first_name, last_name }) => (
      <CutText className="font-medium">{personName({ first_name, last_name }) || '–'}</CutText>
    ),
  },
  {
    id: 'business',
    header: 'Company',
    sortable: true,
    width: 'max(6.5rem, 15cqi)',
    cell: (row) => <CutText>{row.business?.name ?? '–'}</CutText>,
  },
  {
    id: 'table',
    header: 'Business Table',
    sortable: true,
    card: 'hidden',
    width: 'max(7.5rem, 12cqi)',
    cell: (row) => <CutText className="text-ink-muted">{row.business_table?.name ?? '–'}</CutText>,
  },
  {
    id: 'email',
    header: 'Email',
    sortable: true,
    cell: (row) => <EmailAddress email={row.email} />,
  },
  {
    id: 'phone',
    header: 'Phone',
    card: 'hidden',
    width: 'max(8.25rem, 12cqi)',
    cell: (row) => <PhoneNumber number={row.phone} />,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    card: 'end',
    width: '8.75rem',
    cell: (row) => <StatusBadges prospect={row} />,
  },
  {
    id: 'last_contact',
    header: 'Last Contact',
    sortable: true,
    width: '8rem',
    cell: (row) => <CutText className="text-ink-muted">{formatDay(row.last_contact)}</CutText>,
  },
  { id: 'title', header: 'Title', cell: (row) => <CutText>{row.title ?? '–'}</CutText> },
  { id: 'notes', header: 'Notes', cell: (row) => <CutText>{row.notes ?? '–'}</CutText> },
  {
    id: 'check',
    header: 'Address check',
    width: '9.5rem',
    cell: (row) => (
      <span className="flex gap-1 overflow-hidden">
        <AddressCheckBadge prospect={row} />
        <NoAdvertising prospect={row} />
      </span>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    cell: (row) => (
      <span className="cut">
        <FoundOn prospect={row} />
      </span>
    ),
  },
  {
    id: 'added',
    header: 'Added',
    sortable: true,
    width: '8.5rem',
    cell: (row) => formatDay(row.created_at),
  },
]

/** Shown by default. */
export const defaultColumns = ['name', 'business', 'table', 'email', 'phone', 'status', 'last_contact']

/** Always shown: it identifies the row. */
export const fixedColumn = 'email'

/** For three icon buttons, which cover the date below them whole. */
export const ACTIONS_WIDTH = '8.75rem'

/** While the panel is open, columns go in this order until the others fit. */
const FIRST_TO_GO = [
  'source',
  'notes',
  'added',
  'title',
  'check',
  'phone',
  'table',
  'last_contact',
  'business',
]

export function columnsThatFit(columns: Column<Prospect>[], widthRem: number): Column<Prospect>[] {
  const fit = (left: Column<Prospect>[]) =>
    remNeeded(left, { hasTicks: true, actionsWidth: ACTIONS_WIDTH }) <= widthRem
  let left = columns
  for (const id of FIRST_TO_GO) {
    if (fit(left)) break
    left = left.filter((column) => column.id !== id)
  }
  return left
}
