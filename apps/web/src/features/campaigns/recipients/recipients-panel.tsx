import {
  type Campaign,
  type CampaignProspect,
  campaignFallbacks,
  type EmailStatus,
  type EnrolmentState,
  emailStatus,
  emailStatuses,
  enrolmentQuery,
  enrolmentState,
  enrolmentStates,
  recipientSort,
} from '@goldpan/contract/campaigns'
import { Download, ScrollText, UserPlus, Users } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useHistoryState } from '../../../lib/history-state.ts'
import {
  everything,
  type ManySelection,
  nothing,
  shownSelected,
  stateOf,
  withShown,
} from '../../../lib/many-selection.ts'
import { usePagedAddress } from '../../../lib/paged-address.ts'
import { paths } from '../../../lib/paths.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Sort } from '../../../ui/table-columns.ts'
import { emailLabelOf } from '../campaign-badge.tsx'
import { AddProspectsDialog } from './add-prospects-dialog.tsx'
import { EnrolmentBulk } from './enrolment-bulk.tsx'
import { prospectIdOf, useRecipients } from './recipients.queries.ts'
import { RecipientsTable } from './recipients-table.tsx'

const DeliveryLog = lazy(async () => ({
  default: (await import('../../sending/delivery-log.tsx')).DeliveryLog,
}))
const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }))

const stateLabels: Record<EnrolmentState, string> = {
  waiting: 'Waiting',
  queued: 'Sending soon',
  held: 'Held',
  stopped: 'Stopped',
  finished: 'Finished',
}
const stateOptions = enrolmentStates.map((value) => ({ value, label: stateLabels[value] }))
const statusOptions = emailStatuses.map((value) => ({ value, label: emailLabelOf(value) }))

/** Parts of the address that this tab reads. */
export const prospectsAddress = ['search', 'status', 'state', 'step', 'kind', 'sort', 'view'] as const

/** The campaign's recipients and their states, or the log of its messages. */
export function RecipientsPanel({ campaign, isSending }: { campaign: Campaign; isSending: boolean }) {
  const { values, narrow } = usePagedAddress(...prospectsAddress)
  if (values.view === 'log')
    return (
      <Suspense fallback={null}>
        <DeliveryLog
          campaignId={campaign.id}
          isSending={isSending}
          filter={{ search: values.search, kind: values.kind }}
          onFilter={narrow}
          end={
            <Link to={paths.campaignTab(campaign.id, 'prospects')} className={buttonClass()}>
              <Users aria-hidden="true" />
              All prospects
            </Link>
          }
        />
      </Suspense>
    )
  return <People campaign={campaign} isSending={isSending} values={values} narrow={narrow} />
}

interface PeopleProps {
  campaign: Campaign
  isSending: boolean
  values: Record<(typeof prospectsAddress)[number], string>
  narrow: (change: Partial<PeopleProps['values']>) => void
}

function People({ campaign, isSending, values, narrow }: PeopleProps) {
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<CampaignProspect | null>(null)
  const search = useDebounced(values.search, 250)
  const status = emailStatus.safeParse(values.status).data
  const state = enrolmentState.safeParse(values.state).data
  const step = enrolmentQuery.step.safeParse(values.step || undefined).data
  const sort = readSort(values.sort)
  const filter = { search, status, state, step }
  const { steps } = campaign.follow_ups
  const hasMailboxes = campaign.mailboxes.length > 0 || (campaign.mailbox_ids ?? []).length > 0
  const recipients = useRecipients(campaign.id, { ...filter, ...sort }, steps > 0 || hasMailboxes)
  const rows = recipients.data?.recipients
  const shown = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows])
  const [selection, select] = useHistoryState<ManySelection>('recipients', nothing)
  const matching = recipients.data?.total ?? 0
  const narrowTo = (change: Partial<PeopleProps['values']>) => {
    // A new filter shows other rows, so the selection is dropped.
    select(nothing)
    narrow(change)
  }
  const isArchived = campaign.status === 'archived'
  const canChange = steps > 0 && !isArchived
  const isEmpty = campaign.counts.total === 0
  const hasLog = isSending || campaign.status !== 'draft' || campaign.counts.sent + campaign.counts.failed > 0
  const addButton = !isArchived && (
    <Button
      variant={isEmpty ? 'primary' : 'secondary'}
      icon={<UserPlus aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      Add prospects
    </Button>
  )

  return (
    <>
      {!isEmpty && (
        <FilterBar
          search={
            <SearchInput
              label="Search prospects"
              placeholder="Name, email or business"
              className="w-64"
              value={values.search}
              onChange={(text) => narrowTo({ search: text })}
            />
          }
          active={[status, state, step].filter(Boolean).length}
          end={
            <div className="ms-auto flex gap-2 max-sm:-mx-(--page-x) max-sm:w-screen max-sm:overflow-x-auto max-sm:px-(--page-x) max-sm:whitespace-nowrap sm:flex-wrap">
              {hasLog && (
                <Link to={paths.deliveryLog(campaign.id)} className={buttonClass()}>
                  <ScrollText aria-hidden="true" />
                  Delivery log
                </Link>
              )}
              <a href={`/api/campaigns/${campaign.id}/export`} download className={buttonClass()}>
                <Download aria-hidden="true" />
                Export CSV
              </a>
              {addButton}
            </div>
          }
        >
          <FilterFields status={status} state={state} step={step} steps={steps} onNarrow={narrowTo} />
        </FilterBar>
      )}
      {recipients.isError && !recipients.data ? (
        <ErrorState
          message={errorText(recipients.error, campaignFallbacks.fetchData)}
          onRetry={() => void recipients.refetch()}
          isRetrying={recipients.isFetching}
        />
      ) : (
        <RecipientsTable
          campaign={campaign}
          rows={rows}
          hasMailboxes={hasMailboxes}
          total={matching}
          sort={sort && { column: sort.sort, direction: sort.direction }}
          onSort={(next) => narrow({ sort: writeSort(next) })}
          onNearEnd={() => {
            if (recipients.hasNextPage && !recipients.isFetching) void recipients.fetchNextPage()
          }}
          onOpen={setOpened}
          selection={
            canChange
              ? {
                  selected: shownSelected(selection, shown),
                  onChange: (next) => select(withShown(selection, shown, next)),
                  // Enrolments aren't chosen by the status of emails.
                  ...(!status && {
                    all: {
                      state: stateOf(selection, matching),
                      onChange: (isSelected: boolean) => select(isSelected ? everything : nothing),
                    },
                  }),
                }
              : null
          }
          empty={
            isEmpty ? (
              <EmptyState title="No prospects yet" action={addButton}>
                Choose which of your prospects get this campaign.
              </EmptyState>
            ) : (
              <EmptyState
                illustration="stream"
                title="No prospects match"
                action={
                  <Button onClick={() => narrowTo({ search: '', status: '', state: '', step: '' })}>
                    Clear filters
                  </Button>
                }
              />
            )
          }
        />
      )}
      {canChange && (
        <EnrolmentBulk
          campaignId={campaign.id}
          selection={selection}
          filter={{ search, ...(state && { state }), ...(step && { step }) }}
          matching={matching}
          hasMailboxes={hasMailboxes}
          onSelect={select}
        />
      )}
      <span role="status" className="sr-only">
        {recipients.data && countOf(recipients.data.total, 'prospect')}
      </span>
      {isAdding && <AddProspectsDialog campaignId={campaign.id} onClose={() => setAdding(false)} />}
      {opened && (
        <Suspense fallback={null}>
          <EmailDialog
            campaignId={campaign.id}
            prospectId={prospectIdOf(opened)}
            name={opened.name}
            isArchived={isArchived}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}

interface FilterFieldsProps {
  status: EmailStatus | undefined
  state: EnrolmentState | undefined
  step: number | undefined
  /** How many follow-ups the campaign has. */
  steps: number
  onNarrow: PeopleProps['narrow']
}

function FilterFields({ status, state, step, steps, onNarrow }: FilterFieldsProps) {
  return (
    <>
      <Field label="Status" hideLabel className="w-36">
        <Select
          placeholder="All statuses"
          options={statusOptions}
          value={status ?? ''}
          onChange={(event) => onNarrow({ status: event.target.value })}
        />
      </Field>
      {steps > 0 && (
        <>
          <Field label="Follow-ups" hideLabel className="w-36">
            <Select
              placeholder="All follow-ups"
              options={stateOptions}
              value={state ?? ''}
              onChange={(event) => onNarrow({ state: event.target.value })}
            />
          </Field>
          <Field label="Next follow-up" hideLabel className="w-36">
            <Select
              placeholder="Any step"
              options={stepOptions(steps)}
              value={step ?? ''}
              onChange={(event) => onNarrow({ step: event.target.value })}
            />
          </Field>
        </>
      )}
    </>
  )
}

const stepOptions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    value: `${index + 1}`,
    label: `Follow-up ${index + 1} next`,
  }))

/** 'sent' in the address is ascending, '-sent' descending. */
function readSort(written: string) {
  const sort = recipientSort.safeParse(written.replace(/^-/, '')).data
  if (!sort) return null
  return { sort, direction: written.startsWith('-') ? 'descending' : 'ascending' } as const
}

const writeSort = ({ column, direction }: Sort): string =>
  direction === 'descending' ? `-${column}` : column
