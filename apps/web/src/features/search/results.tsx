import { searchRoutes } from '@goldpan/contract/search'
import { useQuery } from '@tanstack/react-query'
import { Map as MapSign } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { call } from '../../lib/goldpan-api.ts'
import { Button } from '../../ui/button.tsx'
import { placedOf } from './map-points.ts'
import type { SearchResults } from './search.queries.ts'
import { SearchResultsTable } from './search-results-table.tsx'

const ResultsMap = lazy(() => import('./results-map.tsx'))

interface ResultsProps {
  /** Null while a search runs. */
  results: SearchResults | null
  onChange: (next: SearchResults) => void
}

/** The found businesses as a table and, on request, on a map. */
export function Results({ results, onChange }: ResultsProps) {
  const [isMapOpen, setMapOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const placed = useMemo(() => placedOf(results?.businesses ?? []), [results?.businesses])
  const pictures = useQuery({
    queryKey: ['search', 'map'],
    queryFn: () => call(searchRoutes.map),
    enabled: isMapOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hasMap = isMapOpen && placed.length > 0 && results !== null
  return (
    <div className="flex flex-col gap-3">
      {placed.length > 0 && (
        <Button
          size="sm"
          className="self-end"
          icon={<MapSign aria-hidden="true" />}
          aria-pressed={isMapOpen}
          onClick={() => setMapOpen(!isMapOpen)}
        >
          {isMapOpen ? 'Hide map' : 'Show map'}
        </Button>
      )}
      <div className={hasMap ? 'grid gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]' : undefined}>
        {hasMap && (
          <div className="xl:sticky xl:top-4 xl:order-last xl:self-start">
            <Suspense fallback={<div className="h-80 animate-breathe rounded-lg bg-pressed xl:h-[32rem]" />}>
              {!pictures.isPending && (
                <ResultsMap
                  placed={placed}
                  selected={results.selected}
                  active={active}
                  onActivate={(placeId) => {
                    setActive(placeId)
                    showRow(placeId)
                  }}
                  pictures={pictures.data ?? noPictures}
                />
              )}
            </Suspense>
          </div>
        )}
        <SearchResultsTable
          results={results}
          onChange={onChange}
          active={hasMap ? { key: active, onChange: setActive } : undefined}
        />
      </div>
    </div>
  )
}

/** Without a tile source the map shows only points. */
const noPictures = { tiles: null, attribution: null }

const showRow = (placeId: string) =>
  document.querySelector(`tr[data-key="${CSS.escape(placeId)}"]`)?.scrollIntoView({ block: 'nearest' })
