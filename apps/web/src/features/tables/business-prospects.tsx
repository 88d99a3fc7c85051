import { retryableOutcomes } from '@goldpan/contract/gathering'
import {
  type Prospect,
  prospectMessages,
  prospectRoutes,
  statusColours,
  statusLabel,
} from '@goldpan/contract/prospects'
import { type Business, tableMessages } from '@goldpan/contract/tables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleHelp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDayOf } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { personName } from '../../lib/person-name.ts'
import { tableKey } from '../../lib/table-cache.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { toast } from '../../ui/toast.ts'
import type { Gathering } from '../gathering/use-gathering.ts'
import {
  AddressCheckBadge,
  EmailAddress,
  FoundOn,
  NoAdvertising,
  PhoneNumber,
} from '../prospects/prospect-cells.tsx'
import { InlineProspectForm } from '../prospects/prospect-form.tsx'
import type { BusinessInTable } from '../prospects/prospects.queries.ts'
import { ProvenanceDialog } from '../prospects/provenance-dialog.tsx'
import { useDeletionToast } from '../removals/deletion-toast.ts'

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
          business={place}
          prospect={form.prospect}
          onClose={() => setForm(null)}
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

/** The outcome of the last visit to the website, with a retry where that may help. */
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

const ADDRESS_CHECK_POLL_MS = 5000

const prospectsKey = ({ tableId, placeId }: BusinessInTable) => ['prospects', 'of', tableId, placeId] as const

const useProspectsOf = (business: BusinessInTable) =>
  useQuery({
    queryKey: prospectsKey(business),
    queryFn: () =>
      call(prospectRoutes.listOfBusiness, {
        params: { placeId: business.placeId },
        query: { business_table_id: business.tableId },
      }),
    // New addresses are checked within seconds.
    refetchInterval: ({ state }) =>
      state.data?.some(({ address_check }) => address_check === null) ? ADDRESS_CHECK_POLL_MS : false,
  })

function useDeleteProspect(business: BusinessInTable) {
  const client = useQueryClient()
  const showDeleted = useDeletionToast()
  return useMutation({
    mutationFn: (id: string) => call(prospectRoutes.remove, { params: { id } }),
    ...optimisticChange<Prospect[], string>(client, {
      keyOf: () => prospectsKey(business),
      change: (prospects, id) => prospects.filter((prospect) => prospect.id !== id),
      onRefused: (error) => toast.error(errorText(error, prospectMessages.deleteFailed)),
    }),
    onSuccess: ({ undo }) => {
      showDeleted(prospectMessages.deleted, { undo, back: 'The prospect is back' })
      return Promise.all([
        client.invalidateQueries({ queryKey: ['prospects', 'all'] }),
        client.invalidateQueries({ queryKey: tableKey(business.tableId) }),
      ])
    },
  })
}
