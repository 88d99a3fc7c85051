import { prospectStatus, statusLabel } from '@goldpan/contract/prospects'
import type { ReactNode } from 'react'
import { useTableNames } from '../../lib/table-cache.ts'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { ProspectFilter } from './prospect-filter.ts'

const statuses = prospectStatus.options.map((value) => ({ value, label: statusLabel(value) }))

interface ProspectFiltersProps {
  filter: ProspectFilter
  onChange: (change: Partial<ProspectFilter>) => void
  columns: ReactNode
}

export function ProspectFilters({ filter, onChange, columns }: ProspectFiltersProps) {
  return (
    <FilterBar
      search={<ProspectSearch value={filter.text} onChange={(text) => onChange({ text })} />}
      active={[filter.status, filter.table].filter(Boolean).length}
      end={columns}
    >
      <Field label="Status" hideLabel className="w-48">
        <Select
          placeholder="All statuses"
          options={statuses}
          value={filter.status}
          onChange={(event) => onChange({ status: event.target.value })}
        />
      </Field>
      <TableChoice value={filter.table} onChange={(table) => onChange({ table })} />
    </FilterBar>
  )
}

interface Choice {
  value: string
  onChange: (value: string) => void
}

export function ProspectSearch({ value, onChange }: Choice) {
  return (
    <SearchInput
      label="Search prospects"
      placeholder="Email or name"
      className="w-56 md:w-72"
      value={value}
      onChange={onChange}
    />
  )
}

export function TableChoice({ value, onChange }: Choice) {
  const tables = useTableNames()
  return (
    <Field label="Business table" hideLabel className="w-56">
      <Select
        placeholder="All business tables"
        options={tables.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
