import { type TableDetail, tableMessages } from '@goldpan/contract/tables'
import { Link, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { countSelected } from '../../lib/many-selection.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { GatheringOutcomes } from '../gathering/gathering-outcomes.tsx'
import { GatheringSection } from '../gathering/gathering-section.tsx'
import { useGathering } from '../gathering/use-gathering.ts'
import { businessColumns, lastingColumns, usualColumns } from './business-columns.tsx'
import { type BusinessListState, headOf, useBusinessList, useBusinessSelection } from './business-list.ts'
import { BusinessesSection } from './businesses-section.tsx'
import { TableActions } from './table-actions.tsx'
import { BackToTables, TableNotFound } from './table-not-found.tsx'

export function TablePage() {
  const tableId = useParams().tableId?.trim() ?? ''
  const list = useBusinessList(tableId)
  const table = headOf(list)
  const { error } = list.table
  usePageTitle(table?.name)
  if (tableId === '') return <TableError message={tableMessages.noId} />
  if (list.table.isPending) return <TableLoading />
  if (isApiError(error) && [400, 404].includes(error.status)) return <TableNotFound />
  if (!table)
    return <TableError message={errorText(error, tableMessages.fetchFailed)} onRetry={list.table.refetch} />
  return <LoadedTable key={tableId} table={table} list={list} />
}

function LoadedTable({ table, list }: { table: TableDetail; list: BusinessListState }) {
  const gathering = useGathering(table)
  const chosen = useBusinessSelection(table.id)
  return (
    <Page width="full">
      <PageHeader
        title={table.name}
        description={<span dir="auto">Search: {table.query}</span>}
        back={<Link to={paths.tables}>Saved Business Tables</Link>}
        secondary={<TableActions table={table} query={list.query} />}
      />
      <GatheringSection
        table={table}
        gathering={gathering}
        selectedCount={countSelected(chosen.selection, table.businesses_count)}
        listSelected={chosen.listSelected}
      />
      <GatheringOutcomes table={table} gathering={gathering} />
      <BusinessesSection table={table} list={list} chosen={chosen} gathering={gathering} />
    </Page>
  )
}

const columnsToCome = businessColumns(() => undefined).filter(({ id }) =>
  [...lastingColumns, ...usualColumns].includes(id),
)

function TableLoading() {
  return (
    <Page width="full">
      <PageHeader
        title="Table"
        description={<Skeleton width="12rem" className="my-1" />}
        back={<Link to={paths.tables}>Saved Business Tables</Link>}
        secondary={<Skeleton width="15rem" height="var(--control)" />}
      />
      <div className="min-h-48 rounded-lg border border-line bg-surface p-4 sm:min-h-28 lg:min-h-[4.25rem]">
        <SkeletonText lines={2} />
      </div>
      <Skeleton width="24rem" height="var(--control)" />
      <Table
        label="Businesses"
        rows={undefined}
        columns={columnsToCome}
        rowKey={(row) => row.place_id}
        selection={{ selected: new Set(), onChange: () => undefined }}
      />
    </Page>
  )
}

function TableError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Page>
      <ErrorState level={1} message={message} onRetry={onRetry} action={<BackToTables variant="ghost" />} />
    </Page>
  )
}
