import type { Business } from '@goldpan/contract/tables'
import { ChevronDown, ChevronRight, ExternalLink } from 'lucide-react'
import { countOf } from '../../lib/counts.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { PhoneNumber } from '../prospects/prospect-cells.tsx'

/** `prospects` has the button that expands a business. */
export const businessColumns = (toggle: (key: string) => void): Column<Business>[] => [
  {
    id: 'name',
    header: 'Business Name',
    isTitle: true,
    sortable: true,
    width: '24%',
    cell: (row) => <Name business={row} />,
  },
  { id: 'address', header: 'Address', sortable: true, cell: (row) => <CutText>{row.address}</CutText> },
  { id: 'website', header: 'Website', width: '5.5rem', cell: (row) => <Website url={row.website} /> },
  {
    id: 'phone',
    header: 'Phone',
    width: '10rem',
    cell: (row) => <PhoneNumber number={row.phone} />,
  },
  { id: 'email', header: 'Email', cell: (row) => <CutText>{row.email ?? '–'}</CutText> },
  { id: 'notes', header: 'Notes', cell: (row) => <CutText>{row.notes ?? '–'}</CutText> },
  {
    id: 'prospects',
    header: 'Prospects',
    // Wider where there is room, because the reason for finding nobody is under the number.
    width: 'max(14rem, 22cqi)',
    cell: (row, isOpen) => <Opener business={row} isOpen={isOpen} onToggle={() => toggle(row.place_id)} />,
  },
]

export const defaultColumns = ['address', 'website', 'phone']

/** Always shown: the name identifies the row, and prospects expands it. */
export const fixedColumns = ['name', 'prospects']

function Name({ business }: { business: Business }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="line-clamp-2 min-w-0 font-medium break-words" dir="auto" title={business.name}>
        {business.name}
      </span>
      {business.is_demo && <Badge>Demo</Badge>}
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

interface OpenerProps {
  business: Business
  isOpen: boolean
  onToggle: () => void
}

function Opener({ business, isOpen, onToggle }: OpenerProps) {
  const Sign = isOpen ? ChevronDown : ChevronRight
  const why = business.prospects_count === 0 ? business.gathering_explanation : null
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="w-full min-w-0 rounded-md text-start hover:text-accent-ink"
      data-actions={why ? 'first-line' : undefined}
    >
      <span className="flex items-center gap-1.5 py-1.5">
        <Sign className="size-4 shrink-0" aria-hidden="true" />
        {/* On a card, on the line of the cell's label. */}
        <span className="self-baseline whitespace-nowrap">
          {countOf(business.prospects_count, 'prospect')}
          <span className="sr-only"> of {business.name}</span>
        </span>
      </span>
      {why && (
        <span
          className="line-clamp-3 ps-5.5 text-sm text-ink-muted in-data-[cards=true]:line-clamp-none"
          title={why}
        >
          {why}
        </span>
      )}
    </button>
  )
}
