import type { FoundBusiness } from '@goldpan/contract/search'
import clsx from 'clsx'
import { ExternalLink } from 'lucide-react'
import { useMemo } from 'react'
import { shownSelected } from '../../lib/many-selection.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { PhoneNumber } from '../prospects/prospect-cells.tsx'
import {
  categoryLabel,
  idsOf,
  type SearchResults,
  selectLoaded,
  selectNone,
  selectShown,
} from './search.queries.ts'

/** With the tables that businesses are in, the other columns are narrower: still a table on a screen 1280 px wide. */
const columnsOf = (isHeld: boolean): Column<FoundBusiness>[] => [
  {
    id: 'name',
    header: 'Business Name',
    isTitle: true,
    width: isHeld ? 'max(14rem, 20cqi)' : 'max(14rem, 26cqi)',
    cell: (row) => <BusinessName business={row} />,
  },
  {
    id: 'address',
    header: 'Address',
    width: isHeld ? 'max(7.5rem, 11cqi)' : 'max(7.5rem, 16cqi)',
    cell: (row) => (
      // Cards leave it out, because they have the town below the name.
      <span className="contents" data-nothing={row.locality ? true : undefined}>
        <CutText>{row.address || '–'}</CutText>
      </span>
    ),
  },
  {
    id: 'website',
    header: 'Website',
    width: isHeld ? '11rem' : '13rem',
    cell: (row) => <Website url={row.website} />,
  },
  { id: 'phone', header: 'Phone', width: '9.5rem', cell: (row) => <PhoneNumber number={row.phone} /> },
  {
    id: 'email',
    header: 'Email',
    width: isHeld ? '8rem' : '10.5rem',
    cell: (row) => <CutText>{row.email ?? '–'}</CutText>,
  },
  ...(isHeld ? [tablesColumn] : []),
]

const tablesColumn: Column<FoundBusiness> = {
  id: 'tables',
  header: 'In my tables',
  width: '9rem',
  cell: ({ in_tables = [] }) => {
    const [first, ...others] = in_tables
    if (first === undefined) return <span>–</span>
    return (
      <Badge colour="grey" dot={false}>
        {others.length === 0 ? first : `${in_tables.length} tables`}
      </Badge>
    )
  },
}

interface SearchResultsTableProps {
  /** Null while a search runs. */
  results: SearchResults | null
  onChange: (next: SearchResults) => void
  /** The active business of the map. */
  active?: { key: string | null; onChange: (placeId: string) => void }
}

/** The found businesses, ticked at first. */
export function SearchResultsTable({ results, onChange, active }: SearchResultsTableProps) {
  const businesses = results?.businesses
  const isHeld = businesses?.some(({ in_tables }) => in_tables && in_tables.length > 0) ?? false
  const columns = useMemo(() => columnsOf(isHeld), [isHeld])
  return (
    <Table
      label="Businesses found"
      rows={businesses}
      columns={columns}
      rowKey={(row) => row.place_id}
      rowLabel={(row) => row.name}
      active={active}
      selection={
        results ? selectionOf(results, onChange) : { selected: new Set(), onChange: () => undefined }
      }
      skeletonRows={8}
      footer={results && results.attributions.length > 0 && results.attributions.join(' · ')}
    />
  )
}

function selectionOf(results: SearchResults, onChange: (next: SearchResults) => void) {
  const { businesses, selection } = results
  const selected = shownSelected(selection, idsOf(businesses))
  const isAll = selected.size === businesses.length
  return {
    selected,
    onChange: (next: Set<string>) => onChange(selectShown(results, next)),
    // All are ticked at first: a tint would colour the whole table.
    isQuiet: true,
    all: {
      state: isAll ? ('all' as const) : selected.size > 0 ? ('some' as const) : ('none' as const),
      onChange: (isSelected: boolean) => onChange(isSelected ? selectLoaded(results) : selectNone(results)),
    },
  }
}

/** The name with what it is and where: 'Rising Moon Bakery  Bakery · Goldwater · 0.3 km'. */
function BusinessName({ business }: { business: FoundBusiness }) {
  const { name, category, locality, distance_m, is_demo } = business
  const about = [category && categoryLabel(category), locality, distanceOf(distance_m)]
    .filter(Boolean)
    .join(' · ')
  return (
    <span className="flex min-w-0 items-baseline gap-x-2 in-data-[cards=true]:flex-col">
      <CutText className="min-w-0 shrink font-medium">{name}</CutText>
      {/* The name leaves it room for a word and the badge. */}
      <span className={clsx('flex flex-1 items-baseline gap-x-2', is_demo ? 'min-w-28' : 'min-w-12')}>
        {about && (
          <CutText className="min-w-12 text-xs font-normal text-ink-muted sm:flex-1">{about}</CutText>
        )}
        {is_demo && <Badge colour="grey">Demo</Badge>}
      </span>
    </span>
  )
}

const kilometres = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '0.3 km', '12 km'. */
function distanceOf(metres: number | null | undefined): string | null {
  if (metres === null || metres === undefined) return null
  const km = metres / 1000
  return km < 10 ? `${kilometres.format(km)} km` : `${Math.round(km).toLocaleString()} km`
}

function Website({ url }: { url: string | null }) {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return <span>–</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        title={url}
        className="hyperlink inline-flex min-h-6 items-center gap-1"
      >
        Visit
        <ExternalLink className="size-3.5" aria-hidden="true" />
      </a>
      <CutText className="min-w-0 text-ink-muted">{new URL(url).host.replace(/^www\./, '')}</CutText>
    </span>
  )
}
