import {
  type Prospect,
  prospectMessages,
  prospectRoutes,
  prospectStatus,
  statusLabel,
} from '@goldpan/contract/prospects'
import { Download, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ProspectDialog } from './prospect-dialog.tsx'
import { matchesFilter, type ProspectFilter, readFilter, writeFilter } from './prospect-filter.ts'
import { useDeleteProspect, useProspects, useTableNames } from './prospects.queries.ts'
import { ProspectsTable } from './prospects-table.tsx'

export function ProspectsPage() {
  const prospects = useProspects()
  const remove = useDeleteProspect()
  const [search, setSearch] = useSearchParams()
  const [form, setForm] = useState<{ prospect: Prospect | null } | null>(null)
  const [deleting, setDeleting] = useState<Prospect | null>(null)
  const filter = readFilter(search)
  const setFilter = (change: Partial<ProspectFilter>) =>
    setSearch(writeFilter({ ...filter, ...change }), { replace: true })
  const shown = prospects.data?.filter((prospect) => matchesFilter(prospect, filter))
  return (
    <Page width="full">
      <PageHeader
        title="Prospects"
        description="The people you can write to, with where each address was found."
        secondary={
          <a href={prospectRoutes.exportCsv.path} download className={buttonClass()}>
            <Download aria-hidden="true" />
            Export CSV
          </a>
        }
        action={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            onClick={() => setForm({ prospect: null })}
          >
            Add Prospect
          </Button>
        }
      />
      {prospects.isError ? (
        <ErrorState
          message={errorText(prospects.error, prospectMessages.loadFailed)}
          onRetry={prospects.refetch}
          isRetrying={prospects.isFetching}
        />
      ) : (
        <>
          <Filters filter={filter} onChange={setFilter} />
          <ProspectsTable
            prospects={shown}
            total={prospects.data?.length ?? 0}
            onEdit={(prospect) => setForm({ prospect })}
            onDelete={setDeleting}
            empty={
              <NoProspects
                hasAny={(prospects.data?.length ?? 0) > 0}
                onClear={() => setSearch({}, { replace: true })}
              />
            }
          />
        </>
      )}
      {form && <ProspectDialog prospect={form.prospect} onClose={() => setForm(null)} />}
      <DeleteDialog
        open={deleting !== null}
        title="Delete Prospect"
        message={`Are you sure you want to delete ${deleting?.email}? This action cannot be undone.`}
        onCancel={() => setDeleting(null)}
        onDelete={() => {
          if (deleting) remove.mutate(deleting.id)
          setDeleting(null)
        }}
      />
    </Page>
  )
}

const statuses = prospectStatus.options.map((value) => ({ value, label: statusLabel(value) }))

function Filters({
  filter,
  onChange,
}: {
  filter: ProspectFilter
  onChange: (change: Partial<ProspectFilter>) => void
}) {
  const tables = useTableNames()
  const names = tables.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <FilterBar>
      <Field label="Search prospects" hideLabel className="w-72">
        <TextInput
          type="search"
          icon={<Search aria-hidden="true" />}
          placeholder="Email or name"
          value={filter.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Field>
      <Field label="Status" hideLabel className="w-48">
        <Select
          placeholder="All statuses"
          options={statuses}
          value={filter.status}
          onChange={(event) => onChange({ status: event.target.value })}
        />
      </Field>
      <Field label="Business table" hideLabel className="w-56">
        <Select
          placeholder="All business tables"
          options={names}
          value={filter.table}
          onChange={(event) => onChange({ table: event.target.value })}
        />
      </Field>
    </FilterBar>
  )
}

function NoProspects({ hasAny, onClear }: { hasAny: boolean; onClear: () => void }) {
  return (
    <EmptyState
      illustration={hasAny ? 'stream' : 'letter'}
      title="No Prospects Found"
      action={
        hasAny ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : (
          <Link to={paths.search} className={buttonClass()}>
            Search for businesses
          </Link>
        )
      }
    >
      {hasAny ? prospectMessages.noneMatch : prospectMessages.noneYet}
    </EmptyState>
  )
}
