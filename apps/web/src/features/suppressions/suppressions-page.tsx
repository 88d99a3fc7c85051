import { type Suppression, suppressionFallbacks, suppressionRoutes } from '@goldpan/contract/suppressions'
import { ArrowLeft, Download, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { AddSuppressionsDialog } from './add-suppressions-dialog.tsx'
import { PER_PAGE, useSuppressions } from './suppressions.queries.ts'
import { reasonOptions, SuppressionsTable } from './suppressions-table.tsx'

/** Whom the user never writes to, and why. */
export function SuppressionsPage() {
  const [search, setSearch] = useState('')
  const [reason, setReason] = useState<Suppression['reason']>()
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const settled = useDebounced(search, 250)
  const list = useSuppressions({ page, search: settled, reason })
  const isFiltered = settled !== '' || reason !== undefined
  return (
    <Page>
      <PageHeader
        title="Do-not-contact list"
        description="Nobody here is ever written to: sending, gathering, imports and campaigns all obey this list."
        back={
          <Link to={paths.emailOptions} className="hyperlink inline-flex min-h-6 items-center gap-1.5">
            <ArrowLeft className="size-4" aria-hidden="true" />
            Email Options
          </Link>
        }
        secondary={
          <a href={suppressionRoutes.exportCsv.path} download className={buttonClass()}>
            <Download aria-hidden="true" />
            Export CSV
          </a>
        }
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
            Add entries
          </Button>
        }
      />
      <FilterBar>
        <Field label="Search the list" hideLabel className="w-72">
          <TextInput
            type="search"
            icon={<Search aria-hidden="true" />}
            placeholder="Address or domain"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value)
              setPage(1)
            }}
          />
        </Field>
        <Field label="Reason" hideLabel className="w-56">
          <Select
            placeholder="All reasons"
            options={reasonOptions}
            value={reason ?? ''}
            onChange={(event) => {
              setReason((event.target.value || undefined) as Suppression['reason'] | undefined)
              setPage(1)
            }}
          />
        </Field>
      </FilterBar>
      {list.isError ? (
        <ErrorState
          message={errorText(list.error, suppressionFallbacks.fetch)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <>
          <SuppressionsTable
            rows={list.data?.suppressions}
            footer={list.data && countOf(list.data.total, 'entry', 'entries')}
            empty={<NoEntries isFiltered={isFiltered} onAdd={() => setAdding(true)} />}
          />
          <Pagination
            label="Pages of the do-not-contact list"
            page={page}
            pageCount={Math.ceil((list.data?.total ?? 0) / PER_PAGE)}
            onPage={setPage}
          />
        </>
      )}
      {isAdding && <AddSuppressionsDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function NoEntries({ isFiltered, onAdd }: { isFiltered: boolean; onAdd: () => void }) {
  if (isFiltered)
    return (
      <EmptyState illustration="stream" title="No entry matches">
        An address whose contact was deleted is found only by the whole address.
      </EmptyState>
    )
  return (
    <EmptyState
      illustration="letter"
      title="Nobody is on the list yet"
      action={<Button onClick={onAdd}>Add entries</Button>}
    >
      People who unsubscribe, complain or answer ‘stop’ come here by themselves, and so do addresses that do
      not exist. You can also add addresses and whole domains.
    </EmptyState>
  )
}
