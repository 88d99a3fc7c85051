import { type TableSummary, tableMessages } from '@goldpan/contract/tables'
import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { formatDateTime, formatDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { openImport } from '../../lib/import-request.ts'
import { nextStepOf } from '../../lib/next-step.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { GatheringBadge } from '../gathering/gathering-badge.tsx'
import { OtherAccounts } from '../organizations/other-accounts.tsx'
import { DeleteTableDialog } from './delete-table-dialog.tsx'
import { useTables } from './tables.queries.ts'

export function TablesPage() {
  const tables = useTables()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const [deleting, setDeleting] = useState<TableSummary | null>(null)
  const filter = search.get('filter') ?? ''
  const setFilter = (text: string) => setSearch(text ? { filter: text } : {}, { replace: true })
  return (
    <Page width="full">
      <PageHeader
        title="Saved Business Tables"
        secondary={
          <Button icon={<Upload aria-hidden="true" />} onClick={() => openImport({ kind: 'businesses' })}>
            Import CSV
          </Button>
        }
        action={
          <Button variant="primary" onClick={() => void navigate(paths.search)}>
            New Search
          </Button>
        }
      />
      {(tables.isPending || (tables.data && tables.data.length > 0)) && (
        <FilterBar
          search={
            <SearchInput
              label="Filter tables"
              placeholder="Filter by name or query"
              className="w-80"
              value={filter}
              onChange={setFilter}
            />
          }
        />
      )}
      {tables.isError ? (
        <ErrorState
          message={errorText(tables.error, tableMessages.fetchAllFailed)}
          onRetry={tables.refetch}
          isRetrying={tables.isFetching}
        />
      ) : tables.data?.length === 0 ? (
        <EmptyState
          illustration="pan"
          title="No Saved Tables"
          action={
            <Link to={paths.search} className={buttonClass()}>
              Search for businesses
            </Link>
          }
          more={<OtherAccounts className="mt-4 justify-center" />}
        >
          Search for businesses and save the ones you want as a table.
        </EmptyState>
      ) : (
        <TableList
          tables={tables.data && matching(tables.data, filter)}
          onDelete={setDeleting}
          onClear={() => setFilter('')}
        />
      )}
      <DeleteTableDialog table={deleting} onClose={() => setDeleting(null)} />
    </Page>
  )
}

function matching(tables: TableSummary[], filter: string): TableSummary[] {
  const wanted = filter.trim().toLocaleLowerCase()
  return tables.filter(({ name, query }) => `${name}\n${query}`.toLocaleLowerCase().includes(wanted))
}

interface TableListProps {
  tables: TableSummary[] | undefined
  onDelete: (table: TableSummary) => void
  onClear: () => void
}

function TableList({ tables, onDelete, onClear }: TableListProps) {
  return (
    <Table
      label="Tables"
      rows={tables}
      columns={columns}
      rowKey={(row) => row.id}
      actionsWidth="9rem"
      actionsPlace="beside"
      rowActions={(row) => (
        <>
          <Link
            to={paths.table(row.id)}
            className={buttonClass('ghost', 'sm')}
            aria-label={`View Details: ${isolated(row.name)}`}
          >
            View Details
          </Link>
          <IconButton
            label={`Delete ${isolated(row.name)}`}
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => onDelete(row)}
          />
        </>
      )}
      empty={
        <EmptyState
          illustration="stream"
          title="No Tables Match Your Search"
          action={<Button onClick={onClear}>Clear Search</Button>}
        >
          The filter looks at names and queries.
        </EmptyState>
      }
    />
  )
}

const columns: Column<TableSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    isTitle: true,
    cell: (row) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <Link
          to={paths.table(row.id)}
          className="cut rounded-sm font-medium hover:underline"
          title={row.name}
        >
          <bdi>{row.name}</bdi>
        </Link>
        {row.query.toLocaleLowerCase() !== row.name.toLocaleLowerCase() && (
          <CutText className="text-ink-muted">{row.query}</CutText>
        )}
      </span>
    ),
  },
  {
    id: 'businesses',
    header: 'Businesses',
    align: 'end',
    width: '6.5rem',
    cell: (row) => (row.businesses[0]?.count ?? 0).toLocaleString(),
  },
  {
    id: 'contacts',
    header: 'Prospects',
    align: 'end',
    width: '6.5rem',
    cell: (row) => row.prospects_count.toLocaleString(),
  },
  {
    id: 'gathering',
    header: 'Gathering',
    width: '13rem',
    card: 'end',
    cell: ({ prospecting_status: status, last_prospecting_at: endedAt }) =>
      status ? (
        <span title={endedAt ? formatDateTime(endedAt) : undefined}>
          <GatheringBadge status={status} />
        </span>
      ) : (
        <span className="text-ink-muted">–</span>
      ),
  },
  { id: 'next', header: 'Next step', width: '10rem', cell: (row) => <NextStep table={row} /> },
  {
    id: 'saved',
    header: 'Saved',
    width: '8rem',
    card: 'hidden',
    cell: (row) => <CutText className="text-ink-muted">{formatDay(row.created_at)}</CutText>,
  },
]

function NextStep({ table }: { table: TableSummary }) {
  const { words, to } = nextStepOf(table)
  return (
    <Link
      to={to}
      aria-label={`${words}: ${isolated(table.name)}`}
      className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent-ink hover:underline"
    >
      {words}
    </Link>
  )
}
