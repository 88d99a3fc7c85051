import {
  type Campaign,
  type CampaignProspect,
  campaignFallbacks,
  emailStatus,
  emailStatuses,
  recipientSort,
} from '@goldpan/contract/campaigns'
import { Download, ScrollText, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
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
import { DeliveryLog } from '../../sending/delivery-log.tsx'
import { emailLabelOf } from '../campaign-badge.tsx'
import { AddProspectsDialog } from './add-prospects-dialog.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { keyOf, useRecipients } from './recipients.queries.ts'
import { RecipientsTable } from './recipients-table.tsx'

const statusOptions = emailStatuses.map((value) => ({ value, label: emailLabelOf(value) }))

/** Parts of the address that this tab reads. */
export const prospectsAddress = ['search', 'status', 'kind', 'sort', 'view'] as const

/** The campaign's recipients and their states, or the log of its messages. */
export function RecipientsPanel({ campaign, isSending }: { campaign: Campaign; isSending: boolean }) {
  const { values, narrow } = usePagedAddress(...prospectsAddress)
  if (values.view === 'log')
    return (
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
  const sort = readSort(values.sort)
  const recipients = useRecipients(campaign.id, { search, status, ...sort }, campaign.follow_ups.steps > 0)
  const isArchived = campaign.status === 'archived'
  const isEmpty = campaign.counts.total === 0
  const hasLog = isSending || campaign.status !== 'draft' || campaign.counts.sent + campaign.counts.failed > 0
  const addButton = !isArchived && (
    <Button
      variant={isEmpty ? 'primary' : 'secondary'}
      icon={<UserPlus aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      Add Prospects
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
              className="w-72"
              value={values.search}
              onChange={(text) => narrow({ search: text })}
            />
          }
          active={status ? 1 : 0}
          end={
            <div className="ms-auto flex flex-wrap gap-2">
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
          <Field label="Status" hideLabel className="w-44">
            <Select
              placeholder="All statuses"
              options={statusOptions}
              value={status ?? ''}
              onChange={(event) => narrow({ status: event.target.value })}
            />
          </Field>
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
          rows={recipients.data?.recipients}
          total={recipients.data?.total ?? 0}
          sort={sort && { column: sort.sort, direction: sort.direction }}
          onSort={(next) => narrow({ sort: writeSort(next) })}
          onNearEnd={() => {
            if (recipients.hasNextPage && !recipients.isFetching) void recipients.fetchNextPage()
          }}
          onOpen={setOpened}
          empty={
            isEmpty ? (
              <EmptyState title="No Prospects Yet" action={addButton}>
                Choose whom this campaign goes to, out of the people that you gathered.
              </EmptyState>
            ) : (
              <EmptyState
                illustration="stream"
                title="No prospects match"
                action={<Button onClick={() => narrow({ search: '', status: '' })}>Clear filters</Button>}
              />
            )
          }
        />
      )}
      <span role="status" className="sr-only">
        {recipients.data && countOf(recipients.data.total, 'prospect')}
      </span>
      {isAdding && <AddProspectsDialog campaignId={campaign.id} onClose={() => setAdding(false)} />}
      {opened && (
        <EmailDialog
          campaignId={campaign.id}
          prospectId={keyOf(opened)}
          name={opened.name}
          isArchived={isArchived}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** 'sent' in the address is ascending, '-sent' descending. */
function readSort(written: string) {
  const sort = recipientSort.safeParse(written.replace(/^-/, '')).data
  if (!sort) return null
  return { sort, direction: written.startsWith('-') ? 'descending' : 'ascending' } as const
}

const writeSort = ({ column, direction }: Sort): string =>
  direction === 'descending' ? `-${column}` : column
