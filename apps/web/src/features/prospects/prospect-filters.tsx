import { prospectStatus, statusLabel } from '@goldpan/contract/prospects'
import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { ProspectFilter } from './prospect-filter.ts'
import { useTableNames } from './prospects.queries.ts'

const statuses = prospectStatus.options.map((value) => ({ value, label: statusLabel(value) }))

interface ProspectFiltersProps {
  filter: ProspectFilter
  onChange: (change: Partial<ProspectFilter>) => void
  /** At the end of the row, such as the choice of columns. */
  children?: ReactNode
}

export function ProspectFilters({ filter, onChange, children }: ProspectFiltersProps) {
  const tables = useTableNames()
  const names = tables.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <FilterBar>
      <SearchInput
        label="Search prospects"
        placeholder="Email or name"
        className="w-72"
        value={filter.text}
        onChange={(text) => onChange({ text })}
      />
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
      {children}
    </FilterBar>
  )
}
