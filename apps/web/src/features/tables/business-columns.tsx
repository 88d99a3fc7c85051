import type { Business } from '@goldpan/contract/tables'
import clsx from 'clsx'
import { ChevronRight, Mail } from 'lucide-react'
import { countOf } from '../../lib/counts.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { OutcomeBadge } from '../gathering/outcome-badge.tsx'
import { PhoneNumber } from '../prospects/prospect-cells.tsx'

/** The first column has the button that shows a business's people. */
export const businessColumns = (toggle: (key: string) => void): Column<Business>[] => [
  {
    id: 'name',
    header: 'Business Name',
    isTitle: true,
    sortable: true,
    width: NAME_WIDTH,
    cell: (row, isOpen) => <Name business={row} isOpen={isOpen} onToggle={() => toggle(row.place_id)} />,
  },
  { id: 'address', header: 'Address', sortable: true, cell: (row) => <CutText>{row.address}</CutText> },
  { id: 'website', header: 'Website', width: WEBSITE_WIDTH, cell: (row) => <Website business={row} /> },
  { id: 'phone', header: 'Phone', width: PHONE_WIDTH, cell: (row) => <PhoneNumber number={row.phone} /> },
  { id: 'email', header: 'Email', width: '13rem', cell: (row) => <Email business={row} /> },
  { id: 'notes', header: 'Notes', cell: (row) => <CutText>{row.notes ?? '–'}</CutText> },
  {
    id: 'prospects',
    header: 'Prospects',
    align: 'end',
    width: PROSPECTS_WIDTH,
    cell: (row) => (
      <span className={row.prospects_count === 0 ? 'text-ink-muted' : undefined}>
        {row.prospects_count.toLocaleString()}
      </span>
    ),
  },
  {
    id: 'result',
    header: 'Result',
    width: RESULT_WIDTH,
    card: 'end',
    cell: ({ gathering_outcome: outcome, gathering_explanation: reason }) =>
      outcome ? <OutcomeBadge outcome={outcome} reason={reason} /> : '–',
  },
]

/** Shared with the rows of the people under a business, so that both stand in the same columns. */
export const NAME_WIDTH = '21cqi'
export const WEBSITE_WIDTH = 'max(12rem, 20cqi)'
export const PHONE_WIDTH = '9.5rem'
export const PROSPECTS_WIDTH = '7rem'
export const RESULT_WIDTH = 'max(8.5rem, 11cqi)'
/** For two icon buttons beside the result, which they must not cover. */
export const ACTIONS_WIDTH = '5rem'

export const defaultColumns = ['address', 'website', 'phone']

/** Always shown: the name identifies and opens the row, the others say what gathering found. */
export const fixedColumns = ['name', 'prospects', 'result']

interface NameProps {
  business: Business
  isOpen: boolean
  onToggle: () => void
}

function Name({ business, isOpen, onToggle }: NameProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        title={business.name}
        className="flex min-h-6 min-w-0 items-center gap-1.5 rounded-sm text-start font-medium hover:text-accent-ink"
      >
        <ChevronRight
          className={clsx('size-4 shrink-0 text-ink-muted transition-transform', isOpen && 'rotate-90')}
          aria-hidden="true"
        />
        <span className="sr-only">{countOf(business.prospects_count, 'prospect')} of </span>
        <bdi className="cut in-data-[cards=true]:line-clamp-2">{business.name}</bdi>
      </button>
      {business.is_demo && <Badge>Demo</Badge>}
    </span>
  )
}

/** The address with the directory that lists it. */
function Email({ business: { email, email_source } }: { business: Business }) {
  if (!email) return <CutText>–</CutText>
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <CutText className="min-w-0">{email}</CutText>
      {email_source && (
        <span className="shrink-0 text-xs text-ink-muted">
          <span className="sr-only">from </span>
          {email_source}
        </span>
      )}
    </span>
  )
}

/** The website, with a sign if there is an address too. Without one, the address. */
function Website({ business }: { business: Business }) {
  const { website: url, email, email_source } = business
  if (!url || !/^https?:\/\//i.test(url)) return <Email business={business} />
  const address = [email, email_source && `from ${email_source}`].filter(Boolean).join(' ')
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        title={url}
        className="inline-flex min-h-6 items-center rounded-sm text-accent-ink hover:underline"
      >
        Visit
      </a>
      <CutText className="text-ink-muted">{hostOf(url)}</CutText>
      {email && (
        <span title={address} className="shrink-0 self-center text-ink-muted">
          <Mail className="size-3.5" aria-hidden="true" />
          <span className="sr-only">{address}</span>
        </span>
      )}
    </span>
  )
}

const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
