import { type SearchSort, searchMessages, searchRoutes } from '@goldpan/contract/search'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Map as MapSign } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { showIfLimitReached } from '../../lib/limit-reached.ts'
import { shownSelected } from '../../lib/many-selection.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import type { MapPictures } from './draw-map.ts'
import { placedOf } from './map-points.ts'
import { idsOf, type SearchResults, saveable, useLoadMore } from './search.queries.ts'
import { SearchResultsTable } from './search-results-table.tsx'

const ResultsMap = lazy(() => import('./results-map.tsx'))

interface ResultsProps {
  /** Null while a search runs. */
  results: SearchResults | null
  onChange: (next: SearchResults) => void
  onSort: (sort: SearchSort) => void
}

/** The found businesses as a table and, where there are pictures for it, on a map. */
export function Results({ results, onChange, onSort }: ResultsProps) {
  const [isMapOpen, setMapOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const placed = useMemo(() => placedOf(results?.businesses ?? []), [results?.businesses])
  const pictures = useMapPictures()
  const canDraw = pictures !== null && placed.length > 0
  const map = isMapOpen && canDraw && results !== null ? pictures : null
  const selected = results && shownSelected(results.selection, idsOf(results.businesses))
  return (
    <>
      <div className="page-row flex min-h-control-small flex-wrap items-center gap-x-4 gap-y-2">
        {results && <Summary results={results} />}
        <div className="ms-auto flex items-center gap-2">
          {results && <SortChoice results={results} onSort={onSort} />}
          {canDraw && (
            <Button
              size="sm"
              icon={<MapSign aria-hidden="true" />}
              aria-pressed={isMapOpen}
              onClick={() => setMapOpen(!isMapOpen)}
            >
              {isMapOpen ? 'Hide map' : 'Show map'}
            </Button>
          )}
        </div>
      </div>
      {map ? (
        <div className="page-bleed -mt-4 grid xl:grid-cols-[minmax(0,1fr)_26rem]">
          <div className="px-(--page-x) py-3 xl:sticky xl:top-0 xl:order-last xl:self-start xl:ps-0">
            <Suspense fallback={<div className="h-80 animate-breathe rounded-lg bg-pressed xl:h-[32rem]" />}>
              <ResultsMap
                placed={placed}
                selected={selected ?? new Set()}
                active={active}
                onActivate={(placeId) => {
                  setActive(placeId)
                  showRow(placeId)
                }}
                pictures={map}
              />
            </Suspense>
          </div>
          <SearchResultsTable
            results={results}
            onChange={onChange}
            active={{ key: active, onChange: setActive }}
          />
        </div>
      ) : (
        <SearchResultsTable results={results} onChange={onChange} />
      )}
      {results?.nextPageToken && <More results={results} />}
    </>
  )
}

/** Null without pictures: points on an empty ground say nothing. */
function useMapPictures(): MapPictures | null {
  const { data } = useQuery({
    queryKey: ['search', 'map'],
    queryFn: () => call(searchRoutes.map),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => (data?.tiles ? { ...data, tiles: data.tiles } : null), [data])
}

/** '143 businesses', or why the search covers something else. How many have a website is said where they are saved. */
function Summary({ results }: { results: SearchResults }) {
  const { widened, total, businesses, is_around } = results
  const counts = total === null ? countOf(businesses.length, 'business', 'businesses') : totalOf(total)
  return (
    <p
      role="status"
      className={clsx('min-w-0 text-sm text-ink-muted', widened === null && 'max-sm:flex-[1_1_9rem]')}
    >
      {widened !== null && <span className="text-ink">{widened} </span>}
      {!(widened && is_around) && <strong className="font-semibold text-ink">{counts}</strong>}
    </p>
  )
}

/** '143 businesses', '2,000+ businesses'. */
const totalOf = (total: number) =>
  total > saveable(total)
    ? `${saveable(total).toLocaleString()}+ businesses`
    : countOf(total, 'business', 'businesses')

const sortLabels: Record<SearchSort, string> = {
  match: 'Best match',
  distance: 'Distance',
  name: 'Name',
}

function SortChoice({ results, onSort }: { results: SearchResults; onSort: (sort: SearchSort) => void }) {
  if (results.sorts.length < 2) return null
  return (
    <Field label="Sort by" hideLabel className="w-36">
      <Select
        className="min-h-control-small"
        options={results.sorts.map((value) => ({ value, label: sortLabels[value] }))}
        value={results.input.sort}
        onChange={(event) => onSort(event.target.value as SearchSort)}
      />
    </Field>
  )
}

function More({ results }: { results: SearchResults }) {
  const loadMore = useLoadMore()
  const load = () =>
    loadMore.mutate(results, {
      onError: (error) => {
        if (!showIfLimitReached(error)) toast.error(errorText(error, searchMessages.failed))
      },
    })
  const shown = results.businesses.length.toLocaleString()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" busy={loadMore.isPending && 'Loading…'} onClick={load}>
        Load More Results
      </Button>
      <p role="status" className="text-sm text-ink-muted tabular-nums">
        {results.total === null ? `${shown} shown` : `${shown} of ${results.total.toLocaleString()} shown`}
      </p>
    </div>
  )
}

const showRow = (placeId: string) =>
  document.querySelector(`tr[data-key="${CSS.escape(placeId)}"]`)?.scrollIntoView({ block: 'nearest' })
