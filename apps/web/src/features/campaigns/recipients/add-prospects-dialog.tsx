import { campaignFallbacks, campaignMessages } from '@goldpan/contract/campaigns'
import type { Prospect } from '@goldpan/contract/prospects'
import { Search } from 'lucide-react'
import { type SubmitEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CutText } from '../../../ui/cut-text.tsx'
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field, FieldError } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { filterProspects, tablesOf } from './prospect-choice.ts'
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

/** Chooses among the owner's prospects that are not in the campaign yet. */
export function AddProspectsDialog({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const prospects = useProspectsToAdd(campaignId)
  const add = useAddProspects(campaignId)
  const [filter, setFilter] = useState({ text: '', tableId: '' })
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [error, setError] = useState<string>()
  const rows = useMemo(
    () => prospects.data && filterProspects(prospects.data, filter),
    [prospects.data, filter],
  )
  const tables = useMemo(() => tablesOf(prospects.data ?? []), [prospects.data])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setError(selected.size === 0 ? campaignMessages.noneSelected : undefined)
    if (selected.size === 0) return
    try {
      await add.mutateAsync([...selected])
      onClose()
    } catch (failure) {
      toast.error(errorText(failure, campaignFallbacks.addProspects))
    }
  }

  return (
    <Dialog
      open
      size="xl"
      title="Add Prospects"
      onClose={onClose}
      dirty={selected.size > 0}
      locked={add.isPending}
      onSubmit={submit}
      footer={
        <>
          {error && (
            <div className="me-auto self-center">
              <FieldError>{error}</FieldError>
            </div>
          )}
          <DialogCancel />
          <Button type="submit" variant="primary" busy={add.isPending && 'Adding…'}>
            {selected.size > 0 ? `Add ${countOf(selected.size, 'prospect')}` : 'Add prospects'}
          </Button>
        </>
      }
    >
      <div className="flex min-h-80 flex-col gap-4">
        <FilterBar>
          <Field label="Search prospects" hideLabel className="w-72">
            <TextInput
              type="search"
              icon={<Search aria-hidden="true" />}
              placeholder="Email or name"
              value={filter.text}
              onChange={(event) => setFilter({ ...filter, text: event.target.value })}
            />
          </Field>
          <Field label="Business table" hideLabel className="w-60">
            <Select
              placeholder="All tables"
              options={tables}
              value={filter.tableId}
              onChange={(event) => setFilter({ ...filter, tableId: event.target.value })}
            />
          </Field>
        </FilterBar>
        {prospects.isError ? (
          <ErrorState
            level={3}
            message={errorText(prospects.error, campaignFallbacks.fetchProspects)}
            onRetry={() => void prospects.refetch()}
            isRetrying={prospects.isFetching}
          />
        ) : (
          <Table
            label="Prospects to add"
            density="compact"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.email}
            selection={{
              selected,
              onChange: (next) => {
                setSelected(next)
                setError(undefined)
              },
            }}
            footer={rows && countOf(rows.length, 'prospect')}
            empty={<NothingToAdd hasAny={(prospects.data?.length ?? 0) > 0} />}
          />
        )}
      </div>
    </Dialog>
  )
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
