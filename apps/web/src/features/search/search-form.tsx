import { searchMessages } from '@goldpan/contract/search'
import { ChevronRight, MapPin, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
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

interface SearchFormProps {
  initial: SearchInput | undefined
  /** The words were put there by something else, which is gone now: the focus comes here. */
  isGiven: boolean
  isSearching: boolean
  /** Something was found: what comes next is done with that. */
  hasResults: boolean
  onSearch: (input: SearchInput) => void
}

/** Keywords and place; Enter in either searches. What is rarely needed is folded away. */
export function SearchForm({ initial, isGiven, isSearching, hasResults, onSearch }: SearchFormProps) {
  const [query, setQuery] = useState(initial?.query ?? '')
  const [location, setLocation] = useState(initial?.location ?? '')
  const [filters, setFilters] = useState(initial?.filters ?? noFilters)
  const [error, setError] = useState<string>()
  const chosen = Object.values(filters).filter(Boolean).length
  const keywords = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isGiven) keywords.current?.focus()
  }, [isGiven])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSearching) return
    if (query.trim() === '') {
      setError(searchMessages.queryBlank)
      keywords.current?.focus()
      return
    }
    setError(undefined)
    onSearch({ query, location, filters })
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Business search"
      className="rounded-lg border border-line bg-surface p-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto]">
        <Field label="Keywords" error={error}>
          <TextInput
            ref={keywords}
            icon={<Search aria-hidden="true" />}
            placeholder="Bakery, dentist, car repair…"
            value={query}
            maxLength={200}
            onChange={(event) => {
              setQuery(event.target.value)
              if (event.target.value.trim()) setError(undefined)
            }}
          />
        </Field>
        <Field label="Location" optional>
          <TextInput
            icon={<MapPin aria-hidden="true" />}
            placeholder="Town, postcode or country"
            value={location}
            maxLength={200}
            onChange={(event) => setLocation(event.target.value)}
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
          {chosen > 0 && <span>({chosen} chosen)</span>}
        </summary>
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          {filterNames.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              checked={filters[name]}
              onChange={(event) => setFilters({ ...filters, [name]: event.target.checked })}
            />
          ))}
        </div>
      </details>
    </form>
  )
}
