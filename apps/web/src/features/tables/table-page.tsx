import { type TableDetail, tableMessages } from '@goldpan/contract/tables'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Table } from '../../ui/table.tsx'
import { BusinessesSection } from './businesses-section.tsx'
import { GatheringSection } from './gathering-section.tsx'
import { TableActions } from './table-actions.tsx'
import { useTable } from './tables.queries.ts'
import { useGathering } from './use-gathering.ts'

export function TablePage() {
  const { tableId = '' } = useParams()
  const table = useTable(tableId)
  usePageTitle(table.data?.name)
  if (tableId === '') return <TableError message={tableMessages.noId} />
  if (table.isPending) return <TableLoading />
  if (isApiError(table.error) && [400, 404].includes(table.error.status)) return <TableNotFound />
  if (!table.data)
    return <TableError message={errorText(table.error, tableMessages.fetchFailed)} onRetry={table.refetch} />
  return <LoadedTable key={tableId} table={table.data} />
}

function LoadedTable({ table }: { table: TableDetail }) {
  const gathering = useGathering(table)
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set())
  const keys = table.businesses.map(({ place_id }) => place_id)
  // All are selected by default, those added later too; what is kept is what was taken out.
  const selected = new Set(keys.filter((key) => !deselected.has(key)))
  const select = (next: Set<string>) => setDeselected(new Set(keys.filter((key) => !next.has(key))))
  return (
    <Page width="full">
      <PageHeader
        title={table.name}
        description={<span dir="auto">Search: {table.query}</span>}
        back={<Link to={paths.tables}>Saved Business Tables</Link>}
        secondary={<TableActions table={table} />}
      />
      <GatheringSection table={table} gathering={gathering} selected={selected} />
      <BusinessesSection table={table} selected={selected} onSelect={select} />
    </Page>
  )
}

function TableLoading() {
  return (
    <Page width="full">
      <PageHeader title="Table" />
      <Table
        label="Businesses"
        rows={undefined}
        columns={[{ id: 'name', header: 'Name', cell: () => null }]}
        rowKey={() => ''}
      />
    </Page>
  )
}

function TableError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Page>
      <ErrorState level={1} message={message} onRetry={onRetry} action={<BackToTables />} />
    </Page>
  )
}

function TableNotFound() {
  return (
    <Page>
      <NotFoundState
        title="Table Not Found"
        message="This table may have been deleted"
        action={<BackToTables />}
      />
    </Page>
  )
}

function BackToTables() {
  const navigate = useNavigate()
  return (
    <button type="button" className={buttonClass()} onClick={() => navigate(paths.tables)}>
      Back to Tables
    </button>
  )
}
