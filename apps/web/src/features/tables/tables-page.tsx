import { type TableSummary, tableMessages } from '@goldpan/contract/tables'
import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { openImport } from '../../lib/import-request.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { GatheringBadge } from '../gathering/gathering-badge.tsx'
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
    <Page>
      <PageHeader
        title="Saved Business Tables"
        description="Each table is a saved search: the businesses that you chose, and the people found there."
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
      {tables.isPending ? (
        <SkeletonCards label="Loading tables…" />
      ) : tables.isError ? (
        <ErrorState
          message={errorText(tables.error, tableMessages.fetchAllFailed)}
          onRetry={tables.refetch}
          isRetrying={tables.isFetching}
        />
      ) : tables.data.length === 0 ? (
        <EmptyState
          illustration="pan"
          title="No Saved Tables"
          action={
            <Link to={paths.search} className={buttonClass()}>
              Search for businesses
            </Link>
          }
        >
          Search for businesses and save those that suit you as a table.
        </EmptyState>
      ) : (
        <TableCards
          tables={matching(tables.data, filter)}
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

function TableCards({
  tables,
  onDelete,
  onClear,
}: {
  tables: TableSummary[]
  onDelete: (table: TableSummary) => void
  onClear: () => void
}) {
  if (tables.length === 0)
    return (
      <EmptyState
        illustration="stream"
        title="No Tables Match Your Search"
        action={<Button onClick={onClear}>Clear Search</Button>}
      >
        The filter looks at names and queries.
      </EmptyState>
    )
  return (
    <ul className="card-grid">
      {tables.map((table) => (
        <TableCard key={table.id} table={table} onDelete={() => onDelete(table)} />
      ))}
    </ul>
  )
}

function TableCard({ table, onDelete }: { table: TableSummary; onDelete: () => void }) {
  const count = table.businesses[0]?.count ?? 0
  return (
    <Card
      as="li"
      title={<span dir="auto">{table.name}</span>}
      description={<span dir="auto">{table.query}</span>}
      footer={
        <div className="flex items-center justify-between gap-3">
          <Link
            to={paths.table(table.id)}
            className={buttonClass('secondary', 'sm')}
            aria-label={`View Details: ${isolated(table.name)}`}
          >
            View Details
          </Link>
          <IconButton
            label={`Delete ${isolated(table.name)}`}
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onClick={onDelete}
          />
        </div>
      }
    >
      <p className="tabular-nums">
        {countOf(count, 'business', 'businesses')}, {countOf(table.prospects_count, 'prospect')}
      </p>
      <p className="mt-1 text-sm text-ink-muted">Saved {formatDate(table.created_at)}</p>
      {table.prospecting_status && (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          <GatheringBadge status={table.prospecting_status} />
          {table.last_prospecting_at && formatDate(table.last_prospecting_at)}
        </p>
      )}
    </Card>
  )
}
