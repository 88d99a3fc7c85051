import {
  type Campaign,
  type CampaignProspect,
  campaignFallbacks,
  emailStatus,
  emailStatuses,
} from '@goldpan/contract/campaigns'
import { Download, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { usePagedAddress } from '../../../lib/paged-address.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { labelOf } from '../campaign-badge.tsx'
import { AddProspectsDialog } from './add-prospects-dialog.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { keyOf, RECIPIENTS_PER_PAGE, useRecipients } from './recipients.queries.ts'
import { RecipientsTable } from './recipients-table.tsx'

const statusOptions = emailStatuses.map((value) => ({ value, label: labelOf(value) }))

/** The campaign's recipients and their states. */
export function RecipientsPanel({ campaign }: { campaign: Campaign }) {
  const { page, values, narrow, clear, goTo } = usePagedAddress('search', 'status')
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<CampaignProspect | null>(null)
  const search = useDebounced(values.search, 250)
  const status = emailStatus.safeParse(values.status).data
  const recipients = useRecipients(campaign.id, { page, search, status })
  const isArchived = campaign.status === 'archived'
  const addButton = !isArchived && (
    <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setAdding(true)}>
      Add Prospects
    </Button>
  )

  return (
    <section aria-labelledby="recipients" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="recipients" className="text-base font-semibold">
          Prospects
        </h2>
        <div className="flex flex-wrap gap-2">
          {campaign.counts.total > 0 && (
            <a href={`/api/campaigns/${campaign.id}/export`} download className={buttonClass('ghost')}>
              <Download aria-hidden="true" />
              Export CSV
            </a>
          )}
          {addButton}
        </div>
      </div>
      {campaign.counts.total > 0 && (
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
      {recipients.isError ? (
        <ErrorState
          level={3}
          message={errorText(recipients.error, campaignFallbacks.fetchData)}
          onRetry={() => void recipients.refetch()}
          isRetrying={recipients.isFetching}
        />
      ) : (
        <RecipientsTable
          campaign={campaign}
          rows={recipients.data?.recipients}
          total={recipients.data?.total ?? 0}
          onOpen={setOpened}
          empty={
            campaign.counts.total === 0 ? (
              <div className="rounded-lg border border-line bg-surface">
                <EmptyState level={3} title="No Prospects Yet" action={addButton}>
                  Choose whom this campaign goes to, out of the people that you gathered.
                </EmptyState>
              </div>
            ) : (
              <EmptyState
                level={3}
                illustration="stream"
                title="No prospects match"
                action={<Button onClick={clear}>Clear filters</Button>}
              />
            )
          }
        />
      )}
      <Pagination
        label="Pages of prospects"
        page={page}
        pageCount={Math.ceil((recipients.data?.total ?? 0) / RECIPIENTS_PER_PAGE)}
        onPage={goTo}
      />
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
    </section>
  )
}
