import { campaignFallbacks, campaignMessages } from '@goldpan/contract/campaigns'
import type { Prospect } from '@goldpan/contract/prospects'
import { type SubmitEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import {
  countSelected,
  everything,
  type ManySelection,
  nothing,
  shownSelected,
  stateOf,
  withShown,
} from '../../../lib/many-selection.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { CutText } from '../../../ui/cut-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { toast } from '../../../ui/toast.ts'
import { ProspectSearch, TableChoice } from '../../prospects/prospect-filters.tsx'
import { type ChoiceFilter, choiceBody, isNarrowed, listFilter } from './prospect-choice.ts'
import { useAddProspects, useProspectsToAdd } from './recipients.queries.ts'

const columns: Column<Prospect>[] = [
  {
    id: 'name',
    header: 'Name',
    isTitle: true,
    cell: (row) => <CutText>{[row.first_name, row.last_name].filter(Boolean).join(' ') || '–'}</CutText>,
  },
  { id: 'email', header: 'Email', width: '38%', cell: (row) => <CutText>{row.email}</CutText> },
  { id: 'business', header: 'Business', cell: (row) => <CutText>{row.business?.name ?? '–'}</CutText> },
]

interface AddProspectsDialogProps {
  campaignId: string
  onClose: () => void
}

/** Selects among the prospects that are not in the campaign yet. */
export function AddProspectsDialog({ campaignId, onClose }: AddProspectsDialogProps) {
  const add = useAddProspects(campaignId)
  const [filter, setFilter] = useState<ChoiceFilter>({ text: '', tableId: '' })
  const list = useList(campaignId, filter)
  const [selection, setSelection] = useState<ManySelection>(nothing)
  const [error, setError] = useState<string>()
  const chosen = countSelected(selection, list.matching)
  const narrow = (change: Partial<ChoiceFilter>) => {
    setFilter({ ...filter, ...change })
    // 'All' of another filter are other rows; rows selected by id stay selected.
    if (selection.kind === 'all-but') setSelection(nothing)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setError(chosen === 0 ? campaignMessages.noneSelected : undefined)
    if (chosen === 0) return
    try {
      await add.mutateAsync(choiceBody(selection, listFilter(campaignId, filter)))
      onClose()
    } catch (failure) {
      toast.error(errorText(failure, campaignFallbacks.addProspects))
    }
  }

  return (
    <Dialog
      open
      size="xl"
      title="Add prospects"
      onClose={onClose}
      dirty={chosen > 0}
      locked={add.isPending}
      onSubmit={submit}
      footer={
        <>
          {error && (
            <div className="me-auto self-center max-sm:order-last">
              <FieldError>{error}</FieldError>
            </div>
          )}
          <DialogActions busy={add.isPending && 'Adding…'}>
            {chosen > 0 ? `Add ${countOf(chosen, 'prospect')}` : 'Add prospects'}
          </DialogActions>
        </>
      }
    >
      <div className="flex min-h-80 flex-col gap-4">
        {!list.isEmpty && (
          <FilterBar
            search={<ProspectSearch value={filter.text} onChange={(text) => narrow({ text })} />}
            active={filter.tableId ? 1 : 0}
          >
            <TableChoice value={filter.tableId} onChange={(tableId) => narrow({ tableId })} />
          </FilterBar>
        )}
        {list.prospects.isError && !list.rows ? (
          <ErrorState
            level={3}
            message={errorText(list.prospects.error, campaignFallbacks.fetchProspects)}
            onRetry={() => void list.prospects.refetch()}
            isRetrying={list.prospects.isFetching}
          />
        ) : (
          <Table
            label="Prospects to add"
            density="compact"
            rows={list.rows}
            columns={columns}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.email}
            onNearEnd={list.readOn}
            selection={{
              selected: shownSelected(selection, list.shown),
              onChange: (next) => {
                setSelection(withShown(selection, list.shown, next))
                setError(undefined)
              },
              all: {
                state: stateOf(selection, list.matching),
                onChange: (isSelected) => setSelection(isSelected ? everything : nothing),
              },
            }}
            footer={list.rows && countOf(list.matching, 'prospect')}
            empty={<NothingToAdd hasAny={isNarrowed(filter)} />}
          />
        )}
      </div>
    </Dialog>
  )
}

/** The loaded pages and the total. */
function useList(campaignId: string, filter: ChoiceFilter) {
  const prospects = useProspectsToAdd(campaignId, listFilter(campaignId, filter))
  const rows = useMemo(() => prospects.data?.pages.flatMap(({ answer }) => answer), [prospects.data])
  return {
    prospects,
    rows,
    shown: rows?.map(({ id }) => id) ?? [],
    matching: prospects.data?.pages[0]?.total ?? 0,
    // Not while a search is loading, or its field would disappear.
    isEmpty: rows?.length === 0 && !prospects.isPlaceholderData && !isNarrowed(filter),
    readOn() {
      if (prospects.hasNextPage && !prospects.isFetching) void prospects.fetchNextPage()
    },
  }
}

function NothingToAdd({ hasAny }: { hasAny: boolean }) {
  if (hasAny) return <EmptyState level={3} illustration="stream" title="No prospects match" />
  return (
    <EmptyState
      level={3}
      title="Nobody to add"
      action={
        <Link to={paths.tables} className={buttonClass()}>
          Gather prospects
        </Link>
      }
    >
      All your prospects are in this campaign, or you have none yet.
    </EmptyState>
  )
}
