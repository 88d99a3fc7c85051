import { retryableOutcomes } from '@goldpan/contract/gathering'
import { type Prospect, statusColours, statusLabel } from '@goldpan/contract/prospects'
import { type Business, tableMessages } from '@goldpan/contract/tables'
import { CircleHelp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDayOf } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { personName } from '../../lib/person-name.ts'
import { AddressCheckBadge, NoAdvertising } from '../../lib/prospect-care/address-check.tsx'
import { EmailAddress } from '../../lib/prospect-care/email-address.tsx'
import { FoundOn } from '../../lib/prospect-care/found-on.tsx'
import { PhoneNumber } from '../../lib/prospect-care/phone-number.tsx'
import { ProvenanceDialog } from '../../lib/prospect-care/provenance-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useDeleteProspect, useProspectsOf } from './business-prospects.queries.ts'
import { InlineProspectForm } from './inline-prospect-form.tsx'
import type { Gathering } from './use-gathering.ts'

const columns: Column<Prospect>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => (
      <span dir="auto">{personName({ first_name: row.first_name, last_name: row.last_name }) || '–'}</span>
    ),
  },
  { id: 'title', header: 'Title', cell: (row) => row.title ?? '–' },
  {
    id: 'email',
    header: 'Email',
    isTitle: true,
    width: '25%',
    cell: (row) => (
      <span className="flex min-w-0 flex-col items-start gap-1">
        <EmailAddress email={row.email} />
        <span className="flex flex-wrap gap-1">
          <AddressCheckBadge prospect={row} />
          <NoAdvertising prospect={row} />
        </span>
      </span>
    ),
  },
  { id: 'phone', header: 'Phone', width: '9.5rem', cell: (row) => <PhoneNumber number={row.phone} /> },
  {
    id: 'status',
    header: 'Status',
    width: '7rem',
    cell: (row) => <Badge colour={statusColours[row.status]}>{statusLabel(row.status)}</Badge>,
  },
  { id: 'found', header: 'Found', width: 'max(8.5rem, 14cqi)', cell: (row) => <FoundOn prospect={row} /> },
]

interface BusinessProspectsProps {
  tableId: string
  business: Business
  gathering: Gathering
}

/** The prospects of one business, under its row. */
export function BusinessProspects({ tableId, business, gathering }: BusinessProspectsProps) {
  const place = { tableId, placeId: business.place_id }
  const prospects = useProspectsOf(place)
  const remove = useDeleteProspect(place)
  const [form, setForm] = useState<{ prospect: Prospect | null } | null>(null)
  const [deleting, setDeleting] = useState<Prospect | null>(null)
  const [asked, setAsked] = useState<Prospect | null>(null)
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
        actionsWidth="8rem"
        actionsPlace="shown"
        rowActions={(row) => (
          <>
            <IconButton
              label={`Where did you get ${row.email}?`}
              icon={<CircleHelp aria-hidden="true" />}
              onClick={() => setAsked(row)}
            />
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
            {business.gathering_outcome
              ? 'This business has no prospects.'
              : 'No prospects gathered for this business yet.'}
          </p>
        }
      />
      <Outcome business={business} gathering={gathering} />
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
      {asked && <ProvenanceDialog prospect={asked} onClose={() => setAsked(null)} />}
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

/** What the last visit to the website came to, and another try where that may help. */
function Outcome({ business, gathering }: { business: Business; gathering: Gathering }) {
  const { gathering_outcome: outcome, gathering_explanation, gathered_at } = business
  if (!outcome) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-muted">
      <p>
        {gathering_explanation} {gathered_at && `(${formatDayOf(gathered_at)})`}
      </p>
      {retryableOutcomes.includes(outcome) && (
        <Button
          size="sm"
          disabled={gathering.isRunning}
          onClick={() => gathering.start(async () => [business.place_id])}
        >
          Try again
        </Button>
      )}
    </div>
  )
}
