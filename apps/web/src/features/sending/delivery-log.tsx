import { type Delivery, type DeliveryKind, type DeliveryState, deliveryKind } from '@goldpan/contract/sending'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime, formatMoment } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useDeliveries } from './sending.queries.ts'

const kinds: Record<DeliveryKind, { label: string; colour: BadgeColour }> = {
  waiting: { label: 'Waiting', colour: 'grey' },
  transmitting: { label: 'Being sent', colour: 'blue' },
  accepted: { label: 'Accepted', colour: 'green' },
  bounced: { label: 'Bounced', colour: 'red' },
  failed: { label: 'Failed', colour: 'red' },
  unconfirmed: { label: 'Unconfirmed', colour: 'yellow' },
  not_sent: { label: 'Not sent', colour: 'grey' },
}

const kindOptions = Object.entries(kinds).map(([value, { label }]) => ({ value, label }))

/** Finer than the kinds of the filter. */
const labels: Partial<Record<DeliveryState, string>> = { cancelled: 'Cancelled', expired: 'Too old' }

const kindOf: Record<DeliveryState, DeliveryKind> = {
  queued: 'waiting',
  claimed: 'waiting',
  transmitting: 'transmitting',
  sent: 'accepted',
  failed: 'failed',
  expired: 'failed',
  unconfirmed: 'unconfirmed',
  cancelled: 'not_sent',
  suppressed: 'not_sent',
}

interface DeliveryLogProps {
  campaignId: string
  isSending: boolean
  /** As the address has it. */
  filter: { search: string; kind: string }
  onFilter: (change: Partial<DeliveryLogProps['filter']>) => void
  end: ReactNode
}

/** Every message of the campaign with its state and each attempt's server reply. */
export function DeliveryLog({ campaignId, isSending, filter, onFilter, end }: DeliveryLogProps) {
  const search = useDebounced(filter.search, 250)
  const kind = deliveryKind.safeParse(filter.kind).data
  const log = useDeliveries(campaignId, { search, kind }, isSending)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const hasFrom = log.data?.deliveries.some(({ mailbox }) => mailbox) === true
  const toggle = (id: string) =>
    setOpened(new Set(opened.has(id) ? [...opened].filter((one) => one !== id) : [...opened, id]))
  return (
    <>
      <FilterBar
        label="Delivery log"
        search={
          <SearchInput
            label="Search the delivery log"
            placeholder="Email"
            className="w-72"
            value={filter.search}
            onChange={(text) => onFilter({ search: text })}
          />
        }
        active={kind ? 1 : 0}
        end={<div className="ms-auto">{end}</div>}
      >
        <Field label="State" hideLabel className="w-44">
          <Select
            placeholder="All states"
            options={kindOptions}
            value={kind ?? ''}
            onChange={(event) => onFilter({ kind: event.target.value })}
          />
        </Field>
      </FilterBar>
      {log.isError && !log.data ? (
        <ErrorState
          message={errorText(log.error, 'Failed to fetch campaign data')}
          onRetry={() => void log.refetch()}
          isRetrying={log.isFetching}
        />
      ) : (
        <Table
          label="Delivery log"
          rows={log.data?.deliveries}
          columns={columnsOf(opened, toggle, hasFrom)}
          rowKey={({ id }) => id}
          rowLabel={({ email }) => email}
          onNearEnd={() => {
            if (log.hasNextPage && !log.isFetching) void log.fetchNextPage()
          }}
          renderBelow={(delivery) => opened.has(delivery.id) && <Attempts delivery={delivery} />}
          footer={log.data && countOf(log.data.total, 'message')}
          empty={
            <EmptyState
              illustration="stream"
              title={search || kind ? 'No messages match' : 'No messages yet'}
              action={
                (search || kind) && (
                  <Button onClick={() => onFilter({ search: '', kind: '' })}>Clear filters</Button>
                )
              }
            />
          }
        />
      )}
    </>
  )
}

const fromColumn: Column<Delivery> = {
  id: 'from',
  header: 'From',
  width: '11rem',
  cell: ({ mailbox }) => (mailbox ? <CutText>{mailbox.address}</CutText> : <span data-nothing>–</span>),
}

const columnsOf = (
  opened: ReadonlySet<string>,
  toggle: (id: string) => void,
  hasFrom: boolean,
): Column<Delivery>[] => [
  {
    id: 'email',
    header: 'Prospect',
    isTitle: true,
    width: 'max(14rem, 26cqi)',
    cell: ({ email, round }) => <CutText>{round > 1 ? `${email} (round ${round})` : email}</CutText>,
  },
  { id: 'state', header: 'State', width: '8rem', card: 'end', cell: stateCell },
  ...(hasFrom ? [fromColumn] : []),
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <CutText className="text-ink-muted">{reason || '–'}</CutText>,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '8rem',
    cell: ({ id, email, attempts }) =>
      attempts.length === 0 ? (
        <span data-nothing>–</span>
      ) : (
        <button
          type="button"
          aria-expanded={opened.has(id)}
          onClick={() => toggle(id)}
          className="inline-flex min-h-6 items-center gap-1 rounded-md text-ink-muted hover:text-ink"
        >
          <ChevronRight
            aria-hidden="true"
            className={opened.has(id) ? 'size-4 rotate-90' : 'size-4 rtl:-scale-x-100'}
          />
          {countOf(attempts.length, 'attempt')}
          <span className="sr-only"> to {email}</span>
        </button>
      ),
  },
  {
    id: 'time',
    header: 'Time',
    width: '14rem',
    align: 'end',
    cell: ({ next_at, finished_at, queued_at }) => (
      <span className="whitespace-nowrap">
        {next_at ? `From ${formatMoment(next_at)}` : formatDateTime(finished_at ?? queued_at)}
      </span>
    ),
  },
]

function stateCell({ state, is_bounced }: Delivery) {
  const kind = is_bounced ? 'bounced' : kindOf[state]
  return <Badge colour={kinds[kind].colour}>{(!is_bounced && labels[state]) || kinds[kind].label}</Badge>
}

/** The whole reason, and the servers' replies. */
const Attempts = ({ delivery: { reason, attempts } }: { delivery: Delivery }) => (
  <div className="flex flex-col gap-1 px-(--table-edge) py-2 text-sm break-words">
    {reason && <p>{reason}</p>}
    <ol className="flex flex-col gap-1">
      {attempts.map(({ at, outcome, answer }) => (
        <li key={`${at} ${outcome}`}>
          <span className="text-ink-muted">{formatDateTime(at)}</span> {answer ?? outcome}
        </li>
      ))}
    </ol>
  </div>
)
