import { searchMessages } from '@goldpan/contract/search'
import { useState } from 'react'
import { Link } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { formatTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { showIfLimitReached } from '../../lib/limit-reached.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { HomePanel } from '../home/home-panel.tsx'
import { Results } from './results.tsx'
import { SaveBar } from './save-bar.tsx'
import {
  findPaidSearch,
  forgetPaidSearch,
  type PaidSearch,
  type SearchInput,
  type SearchResults,
  useMonthSearches,
  useSearch,
  useSearchResults,
} from './search.queries.ts'
import { noFilters, SearchForm } from './search-form.tsx'

interface Words {
  keywords: string
  location: string
}

interface Failure {
  message: string
  retry: () => void
}

/** Finds businesses by keywords and place, to choose among them and save them as a table. */
export function SearchPage() {
  const { results, set } = useSearchResults()
  const search = useSearch()
  const [usedTokens, setUsedTokens] = useState(false)
  const [given, setGiven] = useState<SearchInput>()
  const [filters, setFilters] = useState(results?.input.filters ?? noFilters)
  const [failure, setFailure] = useState<Failure | null>(null)

  /** With the token of earlier results it is the same search, in another way. */
  async function run(input: SearchInput, searchToken: string | null = null) {
    setFailure(null)
    if (!searchToken) setUsedTokens(false)
    try {
      const found = await search.mutateAsync({ input, searchToken })
      if (!searchToken) setUsedTokens(found.usedTokens)
    } catch (error) {
      if (showIfLimitReached(error)) return
      // Its hour is over, or it is of another account.
      if (isApiError(error) && error.code === 'search.bad_page_token') forgetPaidSearch()
      const message = errorText(error, searchMessages.failed)
      setFailure({ message, retry: () => void run(input, searchToken) })
    }
  }

  const refine = (change: Partial<SearchInput>) => {
    if (results) void run({ ...results.input, ...change }, results.searchToken)
  }

  function searchFor({ keywords, location }: Words) {
    const input: SearchInput = { query: keywords, location, filters: noFilters, sort: 'match' }
    setGiven(input)
    setFilters(noFilters)
    void run(input)
  }

  const isNewSearch = search.isPending && (results === null || !search.variables.searchToken)
  const hasResults = results !== null && results.businesses.length > 0
  const isTable = isNewSearch || hasResults
  return (
    <Page width={isTable ? 'full' : 'normal'}>
      <PageHeader title="Business Search" secondary={<SearchesLeft />} />
      <SearchForm
        key={given ? 'given' : 'own'}
        initial={given ?? results?.input}
        isGiven={given !== undefined}
        isSearching={isNewSearch}
        hasResults={hasResults}
        categories={results?.categories ?? []}
        canMeasure={results?.sorts.includes('distance') ?? false}
        filters={filters}
        onFilter={(next) => {
          setFilters(next)
          refine({ filters: next })
        }}
        onSearch={(words) => {
          // Another search has other categories.
          const kept = { ...filters, category: null }
          setFilters(kept)
          void run({ ...words, filters: kept, sort: results?.input.sort ?? 'match' })
        }}
      />
      {failure && (
        <Banner
          kind="error"
          announce
          action={
            <Button size="sm" onClick={failure.retry}>
              Retry
            </Button>
          }
        >
          {failure.message}
        </Banner>
      )}
      {usedTokens && (
        <Banner kind="info" announce onDismiss={() => setUsedTokens(false)}>
          {searchMessages.usedTokens}
        </Banner>
      )}
      {isTable ? (
        <Results results={isNewSearch ? null : results} onChange={set} onSort={(sort) => refine({ sort })} />
      ) : results ? (
        <NothingFound
          results={results}
          onClearFilters={() => {
            setFilters(noFilters)
            refine({ filters: noFilters })
          }}
        />
      ) : (
        <>
          <LastSearch
            onShow={({ input, searchToken }) => {
              setGiven(input)
              setFilters(input.filters)
              void run(input, searchToken)
            }}
          />
          <HomePanel onTry={searchFor} />
        </>
      )}
      {hasResults && !isNewSearch && <SaveBar results={results} onChange={set} />}
    </Page>
  )
}

/** After a reload: shows the results of the last search again, which is paid for. */
function LastSearch({ onShow }: { onShow: (search: PaidSearch) => void }) {
  const [last, setLast] = useState(findPaidSearch)
  if (!last) return null
  const { query, location } = last.input
  return (
    <Banner
      action={
        <Button size="sm" onClick={() => onShow(last)}>
          Show results
        </Button>
      }
      onDismiss={() => {
        forgetPaidSearch()
        setLast(undefined)
      }}
    >
      You searched for <bdi className="font-medium">{location ? `${query} in ${location}` : query}</bdi>.
      Showing the results again is free until {formatTime(new Date(last.free_until))}.
    </Banner>
  )
}

/** '14 of 20 searches left this month' */
function SearchesLeft() {
  const { data } = useMonthSearches()
  if (!data) return null
  const { left, limit } = data
  return (
    <span className="text-sm text-ink-muted tabular-nums">
      {left === null || limit === null
        ? 'Unlimited searches'
        : `${left.toLocaleString()} of ${limit.toLocaleString()} searches left this month`}
    </span>
  )
}

interface NothingFoundProps {
  results: SearchResults
  onClearFilters: () => void
}

function NothingFound({ results: { widened, is_covered, input }, onClearFilters }: NothingFoundProps) {
  const isFiltered = Object.values(input.filters).some(Boolean)
  if (!is_covered)
    return (
      <EmptyState
        illustration="stream"
        title={searchMessages.nothing}
        action={
          <Link to={paths.feedback} className={buttonClass()}>
            Ask for a region
          </Link>
        }
      >
        {widened} Nothing was charged. Check the spelling, or ask the operator of this installation to add the
        region.
      </EmptyState>
    )
  return (
    <EmptyState
      illustration="stream"
      title={searchMessages.nothing}
      action={isFiltered && <Button onClick={onClearFilters}>Clear filters</Button>}
    >
      {widened ?? 'Try a more general word, another spelling, or a larger area.'}
    </EmptyState>
  )
}
