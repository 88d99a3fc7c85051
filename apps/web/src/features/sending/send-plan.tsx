import { ownMailboxRoutes, type PlannedPerson } from '@goldpan/contract/own-mailboxes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { formatTime, formatWeekday } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'

/** Few enough that the dialog's buttons stay in sight. */
const PAGE_SIZE = 5

const usePlan = (id: string, search: string, page: number) =>
  useQuery({
    queryKey: ['campaign', id, 'send-plan', search, page],
    queryFn: () =>
      call(ownMailboxRoutes.plan, {
        params: { id },
        query: { search, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

/** Who would hear from which mailbox, and when. */
export function SendPlan({ campaignId, timeZone }: { campaignId: string; timeZone: string }) {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const plan = usePlan(campaignId, useDebounced(typed.trim(), 250), page)
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label="Search the plan"
        placeholder="Email"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setPage(1)
        }}
      />
      {plan.isPending && <SkeletonText lines={6} />}
      {plan.isError && !plan.data && (
        <ErrorState
          level={3}
          message={errorText(plan.error, 'The plan could not be made')}
          onRetry={() => void plan.refetch()}
          isRetrying={plan.isFetching}
        />
      )}
      {plan.data && (
        <>
          <p role="status" className="text-xs text-ink-muted tabular-nums">
            {plan.data.total === 0 ? 'Nobody matches.' : countOf(plan.data.total, 'person', 'people')}
          </p>
          <ol className="divide-y divide-line">
            {plan.data.people.map((person) => (
              <PlannedItem
                key={`${person.prospect_id} ${person.email}`}
                person={person}
                timeZone={timeZone}
              />
            ))}
          </ol>
          <Pagination
            label="Pages of the plan"
            page={page}
            pageCount={Math.ceil(plan.data.total / PAGE_SIZE)}
            onPage={setPage}
          />
        </>
      )}
    </div>
  )
}

function PlannedItem({ person, timeZone }: { person: PlannedPerson; timeZone: string }) {
  const { email, from, day, at, bound } = person
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
      <span className="min-w-0 font-medium wrap-anywhere">{email}</span>
      <time dateTime={at} className="whitespace-nowrap tabular-nums">
        {formatWeekday(day)}, about {formatTime(at, timeZone)}
      </time>
      <span className="basis-full text-ink-muted wrap-anywhere">
        from {from}
        {bound && ', as before'}
      </span>
    </li>
  )
}
