import { suppressionFallbacks, suppressionReason, suppressionRoutes } from '@goldpan/contract/suppressions'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePagedAddress } from '../../lib/paged-address.ts'
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
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { AddSuppressionsDialog } from './add-suppressions-dialog.tsx'
import { PER_PAGE, useSuppressions } from './suppressions.queries.ts'
import { reasonOptions, SuppressionsTable } from './suppressions-table.tsx'

/** Whom the user never writes to, and why. */
export function SuppressionsPage() {
  const { page, values, isNarrowed, narrow, clear, goTo } = usePagedAddress('search', 'reason')
  const [isAdding, setAdding] = useState(false)
  const search = useDebounced(values.search, 250)
  const reason = suppressionReason.safeParse(values.reason).data
  const list = useSuppressions({ page, search, reason })
  // Not while what was just typed is still being asked for: its field would go.
  const isEmpty = list.data?.total === 0 && !list.isPlaceholderData && !isNarrowed && search === ''
  const canNarrow = isNarrowed || !(isEmpty || list.isLoadingError)
  return (
    <Page>
      <PageHeader
        title="Do-not-contact list"
        description="Nobody here is ever written to: sending, gathering, imports and campaigns all obey this list."
        back={<Link to={paths.emailOptions}>Email Options</Link>}
        secondary={
          !isEmpty && (
            <a href={suppressionRoutes.exportCsv.path} download className={buttonClass()}>
              <Download aria-hidden="true" />
              Export CSV
            </a>
          )
        }
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
            Add entries
          </Button>
        }
      />
      {canNarrow && (
        <FilterBar
          search={
            <SearchInput
              label="Search the list"
              placeholder="Address or domain"
              className="w-72"
              value={values.search}
              onChange={(text) => narrow({ search: text })}
            />
          }
          active={reason ? 1 : 0}
        >
          <Field label="Reason" hideLabel className="w-56">
            <Select
              placeholder="All reasons"
              options={reasonOptions}
              value={reason ?? ''}
              onChange={(event) => narrow({ reason: event.target.value })}
            />
          </Field>
        </FilterBar>
      )}
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
            empty={<NoEntries isFiltered={isNarrowed} onClear={clear} onAdd={() => setAdding(true)} />}
          />
          <Pagination
            label="Pages of the do-not-contact list"
            page={page}
            pageCount={Math.ceil((list.data?.total ?? 0) / PER_PAGE)}
            onPage={goTo}
          />
        </>
      )}
      {isAdding && <AddSuppressionsDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

interface NoEntriesProps {
  isFiltered: boolean
  onClear: () => void
  onAdd: () => void
}

function NoEntries({ isFiltered, onClear, onAdd }: NoEntriesProps) {
  if (isFiltered)
    return (
      <EmptyState
        illustration="stream"
        title="No entry matches"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
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
