import { searchMessages } from '@goldpan/contract/search'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { showIfLimitReached } from '../../lib/limit-reached.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.ts'
import { HomePanel } from '../home/home-panel.tsx'
import { Results } from './results.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { type SearchInput, useSearch, useSearchResults } from './search.queries.ts'
import { noFilters, SearchForm } from './search-form.tsx'

interface Words {
  keywords: string
  location: string
}

/** Finds businesses by keywords and place, to choose among them and save them as a table. */
export function SearchPage() {
  const { results, set } = useSearchResults()
  const search = useSearch()
  const [isSaving, setIsSaving] = useState(false)
  const [usedTokens, setUsedTokens] = useState(false)
  const [given, setGiven] = useState<SearchInput>()
  const [failure, setFailure] = useState<{ message: string; input: SearchInput } | null>(null)

  async function run(input: SearchInput) {
    setFailure(null)
    setUsedTokens(false)
    try {
      const found = await search.mutateAsync(input)
      setUsedTokens(found.usedTokens)
    } catch (error) {
      if (!showIfLimitReached(error)) setFailure({ message: errorText(error, searchMessages.failed), input })
    }
  }

  function searchFor({ keywords, location }: Words) {
    const input = { query: keywords, location, filters: noFilters }
    setGiven(input)
    void run(input)
  }

  function save() {
    if (!results || results.selected.size === 0) toast.error(searchMessages.noneSelected)
    else setIsSaving(true)
  }

  const hasResults = results !== null && results.businesses.length > 0
  return (
    <Page width={hasResults ? 'full' : 'normal'}>
      <PageHeader
        title="Business Search"
        description="Find businesses by what they do and where they are, then save the ones that suit you."
        action={
          hasResults && (
            <Button variant="primary" onClick={save}>
              {`Save Selected (${results.selected.size})`}
            </Button>
          )
        }
      />
      <SearchForm
        key={given ? 'given' : 'own'}
        initial={given ?? results?.input}
        isGiven={given !== undefined}
        isSearching={search.isPending}
        hasResults={hasResults}
        onSearch={run}
      />
      {failure && (
        <Banner
          kind="error"
          announce
          action={
            <Button size="sm" onClick={() => run(failure.input)}>
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
      {results?.widened && <Banner kind="info">{results.widened}</Banner>}
      {search.isPending || hasResults ? (
        <Results results={search.isPending ? null : results} onChange={set} />
      ) : (
        <NoResults hasSearched={results !== null} onTry={searchFor} />
      )}
      {isSaving && results && <SaveDialog results={results} onClose={() => setIsSaving(false)} />}
    </Page>
  )
}

interface NoResultsProps {
  hasSearched: boolean
  onTry: (words: Words) => void
}

function NoResults({ hasSearched, onTry }: NoResultsProps) {
  if (!hasSearched) return <HomePanel onTry={onTry} />
  return (
    <EmptyState illustration="stream" title={searchMessages.nothing}>
      Try a more general word, another spelling, or a larger place.
    </EmptyState>
  )
}
