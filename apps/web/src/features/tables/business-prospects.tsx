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
import clsx from 'clsx'
import { Ban, Check, CircleHelp, CircleX, Clock, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { personName } from '../../lib/person-name.ts'
import { tableKey } from '../../lib/table-cache.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { toast } from '../../ui/toast.ts'
import type { Gathering } from '../gathering/use-gathering.ts'
import {
  addressCheckLabel,
  doNotContact,
  NoAdvertising,
  PhoneNumber,
  sourceOf,
} from '../prospects/prospect-cells.tsx'
import { InlineProspectForm } from '../prospects/prospect-form.tsx'
import type { BusinessInTable } from '../prospects/prospects.queries.ts'
import { ProvenanceDialog } from '../prospects/provenance-dialog.tsx'
import { useDeletionToast } from '../removals/deletion-toast.ts'
import {
  ACTIONS_WIDTH,
  NAME_WIDTH,
  PHONE_WIDTH,
  PROSPECTS_WIDTH,
  RESULT_WIDTH,
  WEBSITE_WIDTH,
} from './business-columns.tsx'

/** In the columns of the business's own row. */
const columns: Column<Prospect>[] = [
  {
    id: 'name',
    header: 'Name',
    // The column of checkboxes has no counterpart here.
    width: `calc(${NAME_WIDTH} + 2.75rem)`,
    cell: ({ first_name, last_name }) => <CutText>{personName({ first_name, last_name }) || '–'}</CutText>,
  },
  { id: 'title', header: 'Title', cell: (row) => <CutText>{row.title ?? '–'}</CutText> },
  {
    id: 'email',
    header: 'Email',
    isTitle: true,
    width: WEBSITE_WIDTH,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <CutText>{row.email}</CutText>
        <AddressMark prospect={row} />
        <NoAdvertising prospect={row} />
      </span>
    ),
  },
  {
    id: 'phone',
    header: 'Phone',
    width: PHONE_WIDTH,
    cell: (row) => <PhoneNumber number={row.phone} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: PROSPECTS_WIDTH,
    card: 'end',
    cell: (row) => <Badge colour={statusColours[row.status]}>{statusLabel(row.status)}</Badge>,
  },
  {
    id: 'found',
    header: 'Found',
    width: `calc(${RESULT_WIDTH} + ${ACTIONS_WIDTH} - var(--table-edge))`,
    cell: (row) => <FoundAt prospect={row} />,
  },
]

const addressMarks = {
  safe: { Icon: Check, colour: 'text-success-ink' },
  risky: { Icon: TriangleAlert, colour: 'text-warning-ink' },
  bad: { Icon: CircleX, colour: 'text-danger-ink' },
  unknown: { Icon: CircleHelp, colour: 'text-ink-muted' },
  waiting: { Icon: Clock, colour: 'text-ink-muted' },
  barred: { Icon: Ban, colour: 'text-danger-ink' },
}

/** An icon for the reason not to contact the address, or else for its check, so that the row keeps one line. */
function AddressMark({ prospect }: { prospect: Prospect }) {
  const barred = prospect.do_not_contact && doNotContact[prospect.do_not_contact]
  const { Icon, colour } = addressMarks[barred ? 'barred' : (prospect.address_check ?? 'waiting')]
  const words = barred
    ? `${barred.label}. ${barred.why}`
    : [addressCheckLabel(prospect), ...prospect.address_reasons].join('. ')
  return (
    <span title={words} className={clsx('shrink-0', colour)}>
      <Icon className="size-3.5" aria-hidden="true" />
      <span className="sr-only">{words}</span>
    </span>
  )
}

function FoundAt({ prospect }: { prospect: Prospect }) {
  const { source_url: url, source_snippet, found_at } = prospect
  const { how, where } = sourceOf(prospect)
  if (!url) return <span className="text-ink-muted">{`${how} ${where}`}</span>
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        title={source_snippet ?? url}
        className="cut rounded-sm text-accent-ink hover:underline"
      >
        <span className="sr-only">{how} </span>
        {where}
      </a>
      <span className="shrink-0 text-ink-muted">{formatDay(found_at)}</span>
    </span>
  )
}

interface BusinessProspectsProps {
  tableId: string
  business: Business
  gathering: Gathering
}

/** The people of a business as rows under its own. */
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
    <div>
      {prospects.data?.length !== 0 && (
        <Table
          label={`Prospects of ${business.name}`}
          skeletonRows={2}
          rows={prospects.data}
          columns={columns}
          rowKey={(row) => row.id}
          actionsWidth="8rem"
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
        />
      )}
      <div className="ps-4 pe-(--table-edge) sm:ps-[4.625rem]">
        {form ? (
          <div className="py-3">
            <InlineProspectForm
              key={form.prospect?.id ?? 'new'}
              business={place}
              prospect={form.prospect}
              onClose={() => setForm(null)}
            />
          </div>
        ) : (
          <Foot business={business} gathering={gathering} onAdd={() => setForm({ prospect: null })} />
        )}
      </div>
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

interface FootProps {
  business: Business
  gathering: Gathering
  onAdd: () => void
}

/** The outcome of the last visit to the website, with a retry where that may help, and a way to add people. */
function Foot({ business, gathering, onAdd }: FootProps) {
  const { gathering_outcome: outcome, gathering_explanation: explanation, gathered_at } = business
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 py-1 text-ink-muted">
      <span className="min-w-0 wrap-anywhere">
        {outcome
          ? `${explanation ?? ''}${gathered_at ? ` (${formatDay(gathered_at)})` : ''}`
          : business.prospects_count === 0
            ? 'No prospects gathered for this business yet.'
            : ''}
      </span>
      {outcome !== null && retryableOutcomes.includes(outcome) && (
        <Button
          size="sm"
          variant="ghost"
          disabled={gathering.isRunning}
          onClick={() => gathering.start(async () => [business.place_id])}
        >
          Retry
        </Button>
      )}
      <Button size="sm" variant="ghost" icon={<Plus aria-hidden="true" />} onClick={onAdd}>
        Add Prospect
      </Button>
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
