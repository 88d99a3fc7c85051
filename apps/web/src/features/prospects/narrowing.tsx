import { useTableNames } from '../../lib/table-cache.ts'
import { Field } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'

interface Choice {
  value: string
  onChange: (value: string) => void
}

/** Narrows a list of prospects by what stands in an address or a name. */
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

/** Narrows a list of prospects to those of one business table. */
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
