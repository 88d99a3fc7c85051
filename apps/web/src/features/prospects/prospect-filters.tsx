import { prospectStatus, statusLabel } from '@goldpan/contract/prospects'
import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { ProspectSearch, TableChoice } from './narrowing.tsx'
import type { ProspectFilter } from './prospect-filter.ts'

const statuses = prospectStatus.options.map((value) => ({ value, label: statusLabel(value) }))

interface ProspectFiltersProps {
  filter: ProspectFilter
  onChange: (change: Partial<ProspectFilter>) => void
  /** The choice of columns. */
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
