import { type FoundBusiness, searchMessages } from '@goldpan/contract/search'
import { ExternalLink } from 'lucide-react'
import { errorText } from '../../lib/error-text.ts'
import { showIfLimitReached } from '../../lib/limit-reached.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { toast } from '../../ui/toast.ts'
import { PhoneNumber } from '../prospects/prospect-cells.tsx'
import { type SearchResults, useLoadMore } from './search.queries.ts'

const columns: Column<FoundBusiness>[] = [
  {
    id: 'name',
    header: 'Business Name',
    isTitle: true,
    width: '30%',
    cell: (row) => <BusinessName business={row} />,
  },
  { id: 'address', header: 'Address', cell: (row) => <CutText>{row.address}</CutText> },
  { id: 'website', header: 'Website', width: '7rem', cell: (row) => <Website url={row.website} /> },
  {
    id: 'phone',
    header: 'Phone',
    width: '11rem',
    cell: (row) => <PhoneNumber number={row.phone} />,
  },
]

/** The found businesses, all selected at first; null while a search runs. */
export function SearchResultsTable({
  results,
  onChange,
  active,
}: {
  results: SearchResults | null
  onChange: (next: SearchResults) => void
  /** The active business of the map. */
  active?: { key: string | null; onChange: (placeId: string) => void }
}) {
  const loadMore = useLoadMore()
  const load = () => {
    if (results)
      loadMore.mutate(results, {
        onError: (error) => {
          if (!showIfLimitReached(error)) toast.error(errorText(error, searchMessages.failed))
        },
      })
  }
  const count = results?.businesses.length ?? 0
  return (
    <div>
      <Table
        label="Businesses found"
        rows={results?.businesses}
        columns={columns}
        rowKey={(row) => row.place_id}
        rowLabel={(row) => row.name}
        active={active}
        selection={
          results
            ? { selected: results.selected, onChange: (selected) => onChange({ ...results, selected }) }
            : { selected: new Set(), onChange: () => undefined }
        }
        skeletonRows={8}
        footer={
          results && (
            <span className="flex flex-wrap justify-between gap-x-6 gap-y-1">
              <span>
                {count} {count === 1 ? 'business' : 'businesses'}, {results.selected.size} selected
              </span>
              <span>{results.attributions.join(' · ')}</span>
            </span>
          )
        }
      />
      {results?.nextPageToken && (
        <LoadMore label="Load More Results" busy={loadMore.isPending} onLoad={load} />
      )}
    </div>
  )
}

function BusinessName({ business }: { business: FoundBusiness }) {
  const tables = business.in_tables ?? []
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 font-medium break-words" dir="auto">
        {business.name}
      </span>
      {business.is_demo && <Badge colour="grey">Demo</Badge>}
      {tables.length > 0 && (
        <Badge colour="teal">{tables.length === 1 ? `In ${tables[0]}` : `In ${tables.length} tables`}</Badge>
      )}
    </span>
  )
}

function Website({ url }: { url: string | null }) {
  if (!url || !/^https?:\/\//i.test(url)) return <span>–</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={url}
      className="inline-flex min-h-6 items-center gap-1 text-accent-ink underline underline-offset-2"
    >
      Visit
      <ExternalLink className="size-3.5" aria-hidden="true" />
    </a>
  )
}
