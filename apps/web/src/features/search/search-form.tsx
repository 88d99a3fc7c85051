import { searchMessages } from '@goldpan/contract/search'
import { zodResolver } from '@hookform/resolvers/zod'
import { ChevronRight, MapPin, Search } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { SearchFilters, SearchInput } from './search.queries.ts'

export const noFilters: SearchFilters = {
  has_website: false,
  has_phone: false,
  has_email: false,
  not_in_tables: false,
}
const filterNames: [keyof SearchFilters, string][] = [
  ['has_website', 'Has a website'],
  ['has_phone', 'Has a phone number'],
  ['has_email', 'Has an email address'],
  ['not_in_tables', 'Not yet in my tables'],
]

const schema = z.object({
  query: z.string().refine((query) => query.trim() !== '', searchMessages.queryBlank),
  location: z.string(),
  filters: z.object({
    has_website: z.boolean(),
    has_phone: z.boolean(),
    has_email: z.boolean(),
    not_in_tables: z.boolean(),
  }),
})

interface SearchFormProps {
  initial: SearchInput | undefined
  /** Something else has filled in the words and is gone, so the focus moves here. */
  isGiven: boolean
  isSearching: boolean
  /** With results the next step is saving them, so Search is no longer the main button. */
  hasResults: boolean
  onSearch: (input: SearchInput) => void
}

/** Keywords and place; Enter in either searches. Rarely used filters are folded away. */
export function SearchForm({ initial, isGiven, isSearching, hasResults, onSearch }: SearchFormProps) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: initial ?? { query: '', location: '', filters: noFilters },
  })
  const { errors } = form.formState
  const chosen = Object.values(form.watch('filters')).filter(Boolean).length
  const { setFocus } = form
  useEffect(() => {
    if (isGiven) setFocus('query')
  }, [isGiven, setFocus])

  return (
    <form
      onSubmit={form.handleSubmit((input) => !isSearching && onSearch(input))}
      noValidate
      aria-label="Business search"
      className="rounded-lg border border-line bg-surface p-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto]">
        <Field label="Keywords" error={errors.query?.message}>
          <TextInput
            icon={<Search aria-hidden="true" />}
            placeholder="Bakery, dentist, car repair…"
            maxLength={200}
            {...form.register('query')}
          />
        </Field>
        <Field label="Location" optional>
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
          className="sm:col-span-2 lg:col-span-1 lg:mt-[1.625rem]"
        >
          Search
        </Button>
      </div>
      <details className="group mt-3">
        <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-md text-sm text-ink-muted hover:text-ink">
          <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
          More filters
          {chosen > 0 && <span>({chosen})</span>}
        </summary>
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          {filterNames.map(([name, label]) => (
            <Checkbox key={name} label={label} {...form.register(`filters.${name}`)} />
          ))}
        </div>
      </details>
    </form>
  )
}
