import { type Prospect, statusColours, statusLabel } from '@goldpan/contract/prospects'
import { type Business, tableMessages } from '@goldpan/contract/tables'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { personName } from '../../lib/person-name.ts'
import { formatPhone } from '../../lib/phone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useDeleteProspect, useProspectsOf } from './business-prospects.queries.ts'
import { InlineProspectForm } from './inline-prospect-form.tsx'

const columns: Column<Prospect>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => (
      <span dir="auto">{personName({ first_name: row.first_name, last_name: row.last_name }) || '-'}</span>
    ),
  },
  { id: 'title', header: 'Title', cell: (row) => row.title ?? '-' },
  {
    id: 'email',
    header: 'Email',
    isTitle: true,
    width: '22%',
    cell: (row) => <span className="break-all">{row.email}</span>,
  },
  { id: 'phone', header: 'Phone', cell: (row) => (row.phone ? formatPhone(row.phone) : '-') },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <Badge colour={statusColours[row.status]}>{statusLabel(row.status)}</Badge>,
  },
  { id: 'found', header: 'Found', cell: (row) => <Source prospect={row} /> },
]

/** The prospects of one business, under its row. */
export function BusinessProspects({ tableId, business }: { tableId: string; business: Business }) {
  const place = { tableId, placeId: business.place_id }
  const prospects = useProspectsOf(place)
  const remove = useDeleteProspect(place)
  const [form, setForm] = useState<{ prospect: Prospect | null } | null>(null)
  const [deleting, setDeleting] = useState<Prospect | null>(null)
  if (prospects.isError)
    return (
      <ErrorState
        level={3}
        message={errorText(prospects.error, tableMessages.prospectsFailed)}
        onRetry={prospects.refetch}
        isRetrying={prospects.isFetching}
      />
    )
  return (
    <div className="flex flex-col gap-3 px-2 py-3 sm:px-4">
      <Table
        label={`Prospects of ${business.name}`}
        density="compact"
        skeletonRows={2}
        rows={prospects.data}
        columns={columns}
        rowKey={(row) => row.id}
        actionsWidth="6rem"
        keepActionsVisible
        rowActions={(row) => (
          <>
            <IconButton
              label={`Edit ${row.email}`}
              icon={<Pencil aria-hidden="true" />}
              onClick={() => setForm({ prospect: row })}
            />
            <IconButton
              label={`Delete ${row.email}`}
              tone="danger"
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => setDeleting(row)}
            />
          </>
        )}
        empty={
          <p className="text-ink-muted">
            {business.gathering_explanation ?? 'No prospects gathered for this business yet.'}
          </p>
        }
      />
      {form ? (
        <InlineProspectForm
          key={form.prospect?.id ?? 'new'}
          place={place}
          prospect={form.prospect}
          onDone={() => setForm(null)}
        />
      ) : (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setForm({ prospect: null })}
        >
          Add Prospect
        </Button>
      )}
      <DeleteDialog
        open={deleting !== null}
        title="Delete Prospect"
        message={`Are you sure you want to delete ${deleting?.email}? This action cannot be undone.`}
        onCancel={() => setDeleting(null)}
        onDelete={() => {
          if (deleting) remove.mutate(deleting.id)
          setDeleting(null)
        }}
      />
    </div>
  )
}

/** The page an address was found on, and when. */
function Source({ prospect }: { prospect: Prospect }) {
  if (!prospect.source_url) return <span className="text-ink-muted">By hand</span>
  const { pathname } = new URL(prospect.source_url)
  return (
    <a
      href={prospect.source_url}
      target="_blank"
      rel="noopener noreferrer"
      title={prospect.source_snippet ?? undefined}
      className="text-accent-ink underline underline-offset-2"
    >
      {pathname}
      {prospect.found_at && `, ${formatDate(prospect.found_at)}`}
    </a>
  )
}
