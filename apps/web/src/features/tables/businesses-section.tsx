import type { Business, TableDetail } from '@goldpan/contract/tables'
import { ChevronDown, ChevronRight, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { formatPhone } from '../../lib/phone.ts'
import { Badge } from '../../ui/badge.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { BusinessDialog } from './business-dialog.tsx'
import { BusinessProspects } from './business-prospects.tsx'
import { useDeleteBusiness } from './tables.queries.ts'

interface BusinessesSectionProps {
  table: TableDetail
  selected: ReadonlySet<string>
  onSelect: (selected: Set<string>) => void
}

/** The businesses of a table; each can be opened to show its prospects. */
export function BusinessesSection({ table, selected, onSelect }: BusinessesSectionProps) {
  const remove = useDeleteBusiness(table.id)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<Business | null>(null)
  const [deleting, setDeleting] = useState<Business | null>(null)
  const toggle = (key: string) => setOpened((before) => toggled(before, key))
  const attributions = [
    ...new Set(table.businesses.map((row) => row.attribution).filter((text) => text !== null)),
  ]
  return (
    <section aria-label="Businesses">
      <Table
        label="Businesses"
        rows={table.businesses}
        columns={columnsOf(opened, toggle)}
        rowKey={(row) => row.place_id}
        rowLabel={(row) => row.name}
        selection={{ selected, onChange: onSelect }}
        rowActions={(row) => (
          <>
            <IconButton
              label={`Edit ${row.name}`}
              icon={<Pencil aria-hidden="true" />}
              onClick={() => setEditing(row)}
            />
            <IconButton
              label={`Delete ${row.name}`}
              tone="danger"
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => setDeleting(row)}
            />
          </>
        )}
        renderBelow={(row) =>
          opened.has(row.place_id) ? <BusinessProspects tableId={table.id} business={row} /> : null
        }
        empty={
          <EmptyState illustration="pan" title="No businesses in this table">
            Add one by hand, or save another search.
          </EmptyState>
        }
        footer={
          <span className="flex flex-wrap justify-between gap-x-6 gap-y-1">
            <span>
              {countOf(table.businesses.length, 'business', 'businesses')}, {selected.size} selected
            </span>
            <span>{attributions.join(' · ')}</span>
          </span>
        }
      />
      {editing && <BusinessDialog tableId={table.id} business={editing} onClose={() => setEditing(null)} />}
      <DeleteDialog
        open={deleting !== null}
        title="Delete Business"
        message={`Are you sure you want to delete ‘${deleting?.name}’ from this table? This action cannot be undone.`}
        onCancel={() => setDeleting(null)}
        onDelete={() => {
          if (deleting) remove.mutate(deleting.place_id)
          setDeleting(null)
        }}
      />
    </section>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

const columnsOf = (opened: ReadonlySet<string>, toggle: (key: string) => void): Column<Business>[] => [
  {
    id: 'name',
    header: 'Business Name',
    isTitle: true,
    width: '24%',
    cell: (row) => <Name business={row} />,
  },
  { id: 'address', header: 'Address', cell: (row) => <CutText>{row.address}</CutText> },
  { id: 'website', header: 'Website', width: '6.5rem', cell: (row) => <Website url={row.website} /> },
  {
    id: 'phone',
    header: 'Phone',
    width: '10rem',
    cell: (row) => (
      <span className="whitespace-nowrap tabular-nums">{row.phone ? formatPhone(row.phone) : '-'}</span>
    ),
  },
  {
    id: 'prospects',
    header: 'Prospects',
    width: '12rem',
    cell: (row) => (
      <Opener business={row} isOpen={opened.has(row.place_id)} onToggle={() => toggle(row.place_id)} />
    ),
  },
]

function Name({ business }: { business: Business }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="min-w-0 font-medium break-words" dir="auto">
        {business.name}
      </span>
      {business.is_demo && <Badge>Demo</Badge>}
    </span>
  )
}

function Website({ url }: { url: string | null }) {
  if (!url || !/^https?:\/\//i.test(url)) return <span>-</span>
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

function Opener({
  business,
  isOpen,
  onToggle,
}: {
  business: Business
  isOpen: boolean
  onToggle: () => void
}) {
  const Sign = isOpen ? ChevronDown : ChevronRight
  const why = business.prospects_count === 0 ? business.gathering_explanation : null
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-8 w-full items-center gap-1.5 rounded-md text-start hover:text-accent-ink"
    >
      <Sign className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        <span className="whitespace-nowrap">{countOf(business.prospects_count, 'prospect')}</span>
        <span className="sr-only"> of {business.name}</span>
        {why && <span className="block truncate text-sm text-ink-muted">{why}</span>}
      </span>
    </button>
  )
}
