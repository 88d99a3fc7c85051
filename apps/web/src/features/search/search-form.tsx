import { searchMessages } from '@goldpan/contract/search'
import { zodResolver } from '@hookform/resolvers/zod'
import clsx from 'clsx'
import { MapPin, Search } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { categoryLabel, type SearchFilters, type SearchInput } from './search.queries.ts'

export const noFilters: SearchFilters = {
  has_website: false,
  has_phone: false,
  has_email: false,
  not_in_tables: false,
  category: null,
  within_km: null,
}
const filterNames = [
  ['has_website', 'Has website'],
  ['has_phone', 'Has phone'],
  ['has_email', 'Has email'],
  ['not_in_tables', 'Not in my tables'],
] as const

/** Around the middle of the place searched in. */
const RADII_KM = [1, 2, 5, 10, 25, 50]

const schema = z.object({
  query: z.string().refine((query) => query.trim() !== '', searchMessages.queryBlank),
  location: z.string(),
})

interface SearchFormProps {
  initial: SearchInput | undefined
  /** Something else has filled in the words and is gone, so the focus moves here. */
  isGiven: boolean
  isSearching: boolean
  /** With results the next step is saving them, so Search is no longer the main button. */
  hasResults: boolean
  /** Of the results. */
  categories: readonly string[]
  /** True if the results can be narrowed to a radius. */
  canMeasure: boolean
  filters: SearchFilters
  /** Applies at once where there are results. */
  onFilter: (filters: SearchFilters) => void
  onSearch: (words: { query: string; location: string }) => void
}

/** Keywords, place and filters in one bar; Enter in a field searches. */
export function SearchForm(props: SearchFormProps) {
  const { initial, isGiven, isSearching, hasResults, categories, canMeasure, filters, onFilter } = props
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { query: initial?.query ?? '', location: initial?.location ?? '' },
  })
  const error = form.formState.errors.query?.message
  // Without results no categories are known, but the chosen one stays to be taken back.
  const kinds = [...new Set([...categories, ...(filters.category ? [filters.category] : [])])]
  const { setFocus } = form
  useEffect(() => {
    if (isGiven) setFocus('query')
  }, [isGiven, setFocus])

  return (
    <form
      onSubmit={form.handleSubmit((words) => !isSearching && props.onSearch(words))}
      noValidate
      aria-label="Business search"
      className="page-row flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <div className="flex min-w-0 flex-wrap items-start gap-2 max-sm:w-full">
        <Field label="Keywords" hideLabel error={error} className="w-60 max-sm:w-full">
          <TextInput
            icon={<Search aria-hidden="true" />}
            placeholder="Bakery, dentist, car repair…"
            maxLength={200}
            {...form.register('query')}
          />
        </Field>
        <Field label="Location" hideLabel className="w-56 max-sm:w-auto max-sm:flex-1">
          <TextInput
            icon={<MapPin aria-hidden="true" />}
            placeholder="Town, postcode or country"
            maxLength={200}
            {...form.register('location')}
          />
        </Field>
        <Button
          type="submit"
          variant={hasResults ? 'secondary' : 'primary'}
          busy={isSearching && 'Searching…'}
        >
          Search
        </Button>
      </div>
      {/* On phones one line, which scrolls to the edges of the screen. */}
      <fieldset className="flex min-w-0 flex-wrap gap-1.5 max-sm:-mx-(--page-x) max-sm:w-[calc(100%+2*var(--page-x))] max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-(--page-x) max-sm:py-0.5 max-sm:*:shrink-0">
        <legend className="sr-only">Filters</legend>
        {filterNames.map(([name, label]) => (
          <FilterChip
            key={name}
            isOn={filters[name]}
            onPress={() => onFilter({ ...filters, [name]: !filters[name] })}
          >
            {label}
          </FilterChip>
        ))}
        {(kinds.length > 1 || filters.category) && (
          <Choice
            label="Category"
            value={filters.category ?? ''}
            options={[
              { value: '', label: 'Category' },
              ...kinds.map((value) => ({ value, label: categoryLabel(value) })),
            ]}
            onChange={(category) => onFilter({ ...filters, category: category || null })}
          />
        )}
        {(canMeasure || filters.within_km) && (
          <Choice
            label="Distance"
            value={String(filters.within_km ?? '')}
            options={[
              { value: '', label: 'Distance' },
              ...RADII_KM.map((km) => ({ value: String(km), label: `Within ${km} km` })),
            ]}
            onChange={(km) => onFilter({ ...filters, within_km: Number(km) || null })}
          />
        )}
      </fieldset>
    </form>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: SelectOption[]
  onChange: (value: string) => void
}

/** A filter with several values; the first means none. */
const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Field label={label} hideLabel>
    <Select
      className={clsx(
        'min-h-7 w-auto max-w-44 rounded-md py-0 text-xs font-medium max-sm:min-h-9 max-sm:text-sm',
        value ? 'border-accent bg-accent-tint text-accent-ink' : 'border-line text-ink-muted',
      )}
      options={options}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
)
