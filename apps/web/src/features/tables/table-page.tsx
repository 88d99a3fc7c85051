import { pathOf } from '@goldpan/contract/route'
import {
  type BusinessListQuery,
  type TableDetail,
  tableMessages,
  tableRoutes,
} from '@goldpan/contract/tables'
import { Download, History, Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { openImport } from '../../lib/import-request.ts'
import { countSelected } from '../../lib/many-selection.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { GatheringBadge } from '../gathering/gathering-badge.tsx'
import { GatherButton, GatheringSection, useIsGatheringNext } from '../gathering/gathering-section.tsx'
import { JobHistory } from '../gathering/job-history.tsx'
import { useGathering } from '../gathering/use-gathering.ts'
import { OtherAccounts } from '../organizations/other-accounts.tsx'
import { businessColumns, defaultColumns, fixedColumns } from './business-columns.tsx'
import { BusinessDialog } from './business-dialog.tsx'
import { type BusinessListState, headOf, useBusinessList, useBusinessSelection } from './business-list.ts'
import { BusinessesSection } from './businesses-section.tsx'
import { DeleteTableDialog } from './delete-table-dialog.tsx'
import { usePlacesWithoutContact } from './tables.queries.ts'

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
  const withoutContact = usePlacesWithoutContact(table.id).data ?? []
  const isGatheringNext = useIsGatheringNext(table)
  const [open, setOpen] = useState<Opened>(null)
  const status = gathering.job?.status ?? table.prospecting_status
  return (
    <Page width="full">
      <PageHeader
        title={table.name}
        back={<Link to={paths.tables}>Saved Tables</Link>}
        mark={
          <>
            {status && (
              <span title={table.last_prospecting_at ? formatDateTime(table.last_prospecting_at) : undefined}>
                <GatheringBadge status={status} />
              </span>
            )}
            {table.query.toLocaleLowerCase() !== table.name.toLocaleLowerCase() && (
              <span className="text-ink-muted" dir="auto">
                {table.query}
              </span>
            )}
          </>
        }
        secondary={
          <>
            <Button
              variant="ghost"
              icon={<History aria-hidden="true" className="max-sm:hidden" />}
              onClick={() => setOpen('history')}
            >
              Job History
            </Button>
            <Button
              icon={<Plus aria-hidden="true" className="max-sm:hidden" />}
              onClick={() => setOpen('add')}
            >
              Add Business
            </Button>
          </>
        }
        menu={menuItems(table, list.query, () => setOpen('delete'))}
        action={
          <GatherButton
            gathering={gathering}
            selectedCount={countSelected(chosen.selection, table.businesses_count)}
            tableId={table.id}
            withoutContact={chosen.countSelected(withoutContact)}
            listSelected={chosen.listSelected}
            isNext={isGatheringNext}
          />
        }
      />
      <GatheringSection table={table} gathering={gathering} />
      <BusinessesSection table={table} list={list} chosen={chosen} gathering={gathering} />
      <TableDialogs table={table} open={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

const skeletonColumns = businessColumns(() => undefined).filter(({ id }) =>
  [...fixedColumns, ...defaultColumns].includes(id),
)

function TableLoading() {
  return (
    <Page width="full">
      <PageHeader
        title="Table"
        mark={<Skeleton width="12rem" />}
        back={<Link to={paths.tables}>Saved Tables</Link>}
        secondary={<Skeleton width="15rem" height="var(--control)" />}
      />
      <div className="page-row">
        <Skeleton width="24rem" height="1.875rem" />
      </div>
      <div className="page-row">
        <Skeleton width="18rem" height="var(--control)" />
      </div>
      <Table
        label="Businesses"
        rows={undefined}
        columns={skeletonColumns}
        rowKey={(row) => row.place_id}
        selection={{ selected: new Set(), onChange: () => undefined }}
      />
    </Page>
  )
}

function TableError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Page width="full">
      <PageHeader title="Table" back={<Link to={paths.tables}>Saved Tables</Link>} />
      <ErrorState message={message} onRetry={onRetry} action={<BackToTables variant="ghost" />} />
    </Page>
  )
}

type Opened = 'add' | 'history' | 'delete' | null

/** The dialogs and the panel that the page bar opens. */
function TableDialogs({ table, open, onClose }: { table: TableDetail; open: Opened; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <>
      {open === 'add' && <BusinessDialog tableId={table.id} business={null} onClose={onClose} />}
      <JobHistory tableId={table.id} open={open === 'history'} onClose={onClose} />
      <DeleteTableDialog
        table={open === 'delete' ? table : null}
        onClose={onClose}
        onDeleted={() => navigate(paths.tables)}
      />
    </>
  )
}

const menuItems = (table: TableDetail, query: BusinessListQuery, onDelete: () => void): MenuItem[] => [
  {
    id: 'import',
    label: 'Import businesses from CSV',
    icon: <Upload aria-hidden="true" />,
    onSelect: () => openImport({ kind: 'businesses', table: { id: table.id, name: table.name } }),
  },
  ...(table.businesses_count > 0 ? [exportItem(table, query)] : []),
  {
    id: 'delete',
    label: 'Delete table',
    icon: <Trash2 aria-hidden="true" />,
    danger: true,
    startsGroup: true,
    onSelect: onDelete,
  },
]

function exportItem(table: TableDetail, query: BusinessListQuery): MenuItem {
  const search = new URLSearchParams(query as Record<string, string>)
  const path = pathOf(tableRoutes.exportCsv.path, { tableId: table.id })
  return {
    id: 'export',
    label: 'Export as CSV',
    icon: <Download aria-hidden="true" />,
    onSelect: () => window.location.assign(`${path}${search.size > 0 ? `?${search}` : ''}`),
  }
}

const TableNotFound = () => (
  <Page>
    <NotFoundState
      title="Table Not Found"
      message="This table may have been deleted"
      action={<BackToTables />}
      more={<OtherAccounts isMissing className="mt-4 justify-center" />}
    />
  </Page>
)

function BackToTables({ variant = 'primary' }: { variant?: 'primary' | 'ghost' }) {
  const navigate = useNavigate()
  return (
    <button type="button" className={buttonClass(variant)} onClick={() => navigate(paths.tables)}>
      Back to Tables
    </button>
  )
}
