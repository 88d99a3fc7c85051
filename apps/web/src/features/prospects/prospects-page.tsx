import {
  type Prospect,
  type ProspectListQuery,
  prospectMessages,
  prospectRoutes,
} from '@goldpan/contract/prospects'
import { Download, Plus, Upload } from 'lucide-react'
import { startTransition, useCallback, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useChosenColumns } from '../../lib/chosen-columns.ts'
import { errorText } from '../../lib/error-text.ts'
import { useHistoryState } from '../../lib/history-state.ts'
import { openImport } from '../../lib/import-request.ts'
import { type ManySelection, nothing } from '../../lib/many-selection.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ColumnMenu } from '../../ui/column-menu.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Sort } from '../../ui/table-columns.ts'
import { OtherAccounts } from '../organizations/other-accounts.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { defaultColumns, fixedColumn, prospectColumns } from './prospect-columns.tsx'
import {
  isNarrowed,
  type ProspectFilter,
  queryOf,
  readFilter,
  readSort,
  writeAddress,
} from './prospect-filter.ts'
import { ProspectFilters } from './prospect-filters.tsx'
import { ProspectDialog } from './prospect-form.tsx'
import { ProspectPanel } from './prospect-panel.tsx'
import { useDeleteProspect, useProspects, useProspectsCount } from './prospects.queries.ts'
import { ProspectsTable } from './prospects-table.tsx'
import { usePanel } from './use-panel.ts'

export function ProspectsPage() {
  const list = useList()
  const { prospects, filter, query, matching, selection, select } = list
  const remove = useDeleteProspect(query)
  const columns = useChosenColumns('prospects', defaultColumns)
  const [form, setForm] = useState<{ prospect: Prospect | null } | null>(null)
  // Paints the pressed button before rendering the form, which is slow on a slow machine.
  const open = useCallback((prospect: Prospect | null) => startTransition(() => setForm({ prospect })), [])
  const panel = usePanel(list.tableProps)
  const [deleting, setDeleting] = useState<Prospect | null>(null)
  return (
    <Page width="full">
      <PageHeader
        title="Prospects"
        mark={
          prospects.data &&
          !list.isEmpty && (
            <span className="text-sm text-ink-muted tabular-nums">
              {list.tableProps.total.toLocaleString()}
            </span>
          )
        }
        secondary={
          <>
            <Button icon={<Upload aria-hidden="true" />} onClick={() => openImport({ kind: 'prospects' })}>
              Import CSV
            </Button>
            {!list.isEmpty && <ExportLink query={query} />}
          </>
        }
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => open(null)}>
            Add Prospect
          </Button>
        }
      />
      {prospects.isError && !prospects.data ? (
        <ErrorState
          message={errorText(prospects.error, prospectMessages.loadFailed)}
          onRetry={prospects.refetch}
          isRetrying={prospects.isFetching}
        />
      ) : (
        <>
          {!list.isEmpty && (
            <ProspectFilters
              filter={filter}
              onChange={(change) => list.setFilter({ ...filter, ...change })}
              columns={
                <ColumnMenu
                  columns={prospectColumns.filter(({ id }) => id !== fixedColumn)}
                  chosen={columns.chosen}
                  onChoose={columns.choose}
                  onReset={columns.reset}
                />
              }
            />
          )}
          <ProspectsTable
            {...list.tableProps}
            chosenColumns={columns.chosen}
            openId={panel.prospect?.id ?? null}
            widthRem={panel.prospect && panel.widthRem}
            onOpen={panel.open}
            onEdit={open}
            onDelete={setDeleting}
            empty={<NoProspects isNarrowed={isNarrowed(filter)} onClear={list.clear} />}
          />
          {/* As wide as the table. */}
          <div ref={panel.frame} className="page-bleed -mt-4" />
          <BulkActions selection={selection} filter={list.callFilter} matching={matching} onSelect={select} />
        </>
      )}
      <ProspectPanel prospect={panel.prospect} place={panel.place} walk={panel.walk} onClose={panel.close} />
      {form && <ProspectDialog prospect={form.prospect} onClose={() => setForm(null)} />}
      <DeleteDialog
        open={deleting !== null}
        title="Delete Prospect"
        message={`Are you sure you want to delete ${deleting?.email}? This action cannot be undone.`}
        onCancel={() => setDeleting(null)}
        onDelete={() => {
          if (deleting) remove.mutate(deleting.id)
          if (deleting?.id === panel.prospect?.id) panel.close()
          setDeleting(null)
        }}
      />
    </Page>
  )
}

/** The list, its filter and sort from the address, and its selection. */
function useList() {
  const [search, setSearch] = useSearchParams()
  const [selection, select] = useHistoryState<ManySelection>('prospects', nothing)
  const filter = readFilter(search)
  const sort = readSort(search)
  const query = queryOf(filter, sort)
  const prospects = useProspects(query)
  const count = useProspectsCount()
  const rows = useMemo(() => prospects.data?.pages.flatMap(({ answer }) => answer), [prospects.data])
  const matching = prospects.data?.pages[0]?.total ?? 0
  const { text, status, table } = query
  const write = (nextFilter: ProspectFilter, nextSort: Sort | null) =>
    setSearch(writeAddress(nextFilter, nextSort), { replace: true })
  const { hasNextPage, isFetching, fetchNextPage } = prospects
  return {
    prospects,
    filter,
    query,
    callFilter: { text, status, table },
    /** True if there are no prospects at all, so filters and export are hidden. */
    isEmpty: rows?.length === 0 && count.data === 0 && !isNarrowed(filter),
    matching,
    selection,
    select,
    setFilter(next: ProspectFilter) {
      // A new filter shows other rows, so the selection is dropped.
      select(nothing)
      write(next, sort)
    },
    clear() {
      select(nothing)
      setSearch({}, { replace: true })
    },
    tableProps: {
      prospects: rows,
      matching,
      total: isNarrowed(filter) ? Math.max(count.data ?? matching, matching) : matching,
      sort,
      onSort: (next: Sort) => write(filter, next),
      selection,
      onSelect: select,
      onNearEnd: () => {
        if (hasNextPage && !isFetching) void fetchNextPage()
      },
    },
  }
}

function ExportLink({ query }: { query: ProspectListQuery }) {
  const search = new URLSearchParams(query as Record<string, string>)
  return (
    <a
      href={`${prospectRoutes.exportCsv.path}${search.size > 0 ? `?${search}` : ''}`}
      download
      className={buttonClass()}
    >
      <Download aria-hidden="true" />
      Export CSV
    </a>
  )
}

function NoProspects({ isNarrowed: isFiltered, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return (
    <EmptyState
      illustration={isFiltered ? 'stream' : 'letter'}
      title="No Prospects Found"
      action={
        isFiltered ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : (
          <Link to={paths.search} className={buttonClass()}>
            Search for businesses
          </Link>
        )
      }
      more={!isFiltered && <OtherAccounts className="mt-4 justify-center" />}
    >
      {isFiltered ? prospectMessages.noneMatch : prospectMessages.noneYet}
    </EmptyState>
  )
}
