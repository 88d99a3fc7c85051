import type { BusinessFilter } from '@goldpan/contract/tables'
import type { useChosenColumns } from '../../lib/chosen-columns.ts'
import { ColumnMenu } from '../../ui/column-menu.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'

interface BusinessFiltersProps {
  filter: BusinessFilter
  onChange: (filter: BusinessFilter) => void
  columns: { id: string; header: string }[]
  columnChoice: ReturnType<typeof useChosenColumns>
}

export function BusinessFilters({ filter, onChange, columns, columnChoice }: BusinessFiltersProps) {
  const { text: _text, ...withoutText } = filter
  const { prospects: _prospects, ...withoutProspects } = filter
  return (
    <FilterBar
      search={
        <SearchInput
          label="Search businesses"
          placeholder="Name or address"
          className="w-72"
          value={filter.text ?? ''}
          onChange={(text) => onChange(text ? { ...filter, text } : withoutText)}
        />
      }
      active={filter.prospects ? 1 : 0}
      end={
        <ColumnMenu
          columns={columns}
          chosen={columnChoice.chosen}
          onChoose={columnChoice.choose}
          onReset={columnChoice.reset}
        />
      }
    >
      <Field label="Prospects" hideLabel className="w-64">
        <Select
          placeholder="With and without prospects"
          options={[
            { value: 'with', label: 'With prospects' },
            { value: 'without', label: 'Without prospects' },
          ]}
          value={filter.prospects ?? ''}
          onChange={({ target: { value } }) =>
            onChange(
              value === 'with' || value === 'without' ? { ...filter, prospects: value } : withoutProspects,
            )
          }
        />
      </Field>
    </FilterBar>
  )
}
