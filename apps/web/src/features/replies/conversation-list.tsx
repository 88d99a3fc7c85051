import { type Correspondent, replyFallbacks } from '@goldpan/contract/replies'
import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime, formatRelative } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePagedAddress } from '../../lib/paged-address.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { PER_PAGE, useCorrespondents } from './replies.queries.ts'

/** People who replied, by page, campaign and filter of the address. */
export function useInboxList() {
  const { page, values, narrow, goTo } = usePagedAddress('campaign', 'unread')
  const campaign = values.campaign || undefined
  const isUnread = values.unread === 'true'
  const list = useCorrespondents({ campaign, isUnread }, page)
  return {
    ...list,
    rows: list.data?.correspondents,
    total: list.data?.total ?? 0,
    isEmpty: list.data?.total === 0 && !campaign && !isUnread,
    campaign,
    isUnread,
    page,
    goTo,
    showUnread: (isOn: boolean) => narrow({ unread: isOn ? 'true' : '' }),
    showAllCampaigns: () => narrow({ campaign: '' }),
  }
}

export type InboxList = ReturnType<typeof useInboxList>

interface ConversationListProps {
  list: InboxList
  /** The index of the row that is open; -1 if none is. */
  shown: number
}

export function ConversationList({ list, shown }: ConversationListProps) {
  const { rows, total, campaign, isUnread } = list
  return (
    <section
      aria-label="Conversations"
      className="border-line md:sticky md:top-0 md:max-h-dvh md:self-stretch md:overflow-y-auto md:border-e"
    >
      <div className="flex flex-wrap items-center gap-1.5 border-b border-line px-4 py-2">
        <FilterChip isOn={!isUnread} onPress={() => list.showUnread(false)}>
          All
        </FilterChip>
        <FilterChip isOn={isUnread} onPress={() => list.showUnread(true)}>
          Unread
        </FilterChip>
        {campaign && (
          <button type="button" className="hyperlink min-h-6 text-sm" onClick={list.showAllCampaigns}>
            Replies to all campaigns
          </button>
        )}
      </div>
      {list.isError && !rows ? (
        <ErrorState
          message={errorText(list.error, replyFallbacks.list)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : list.isPending ? (
        <SkeletonList lines={3} label="Loading the replies" />
      ) : total === 0 ? (
        <p className="px-4 py-6 text-center text-ink-muted">
          {isUnread ? 'Nobody is waiting for an answer.' : 'No replies to this campaign yet.'}
        </p>
      ) : (
        <>
          <ol>
            {rows?.map((row, index) => (
              <li key={row.id}>
                <Row correspondent={row} isShown={index === shown} />
              </li>
            ))}
          </ol>
          <div className="flex flex-col gap-2 px-4 py-3">
            <p className="text-xs text-ink-muted">{countOf(total, 'person', 'people')}</p>
            <Pagination
              label="Pages of replies"
              page={list.page}
              pageCount={Math.ceil(total / PER_PAGE)}
              onPage={list.goTo}
            />
          </div>
        </>
      )}
    </section>
  )
}

function Row({ correspondent, isShown }: { correspondent: Correspondent; isShown: boolean }) {
  const { id, kind, unread, from_email, company, subject, excerpt, received_at, campaign } = correspondent
  const { search } = useLocation()
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <Link
      ref={row}
      to={`${paths.conversation(id)}${search}`}
      title={campaign ? `${from_email}, ${campaign.name}` : from_email}
      aria-current={isShown || undefined}
      className={clsx(
        'relative flex min-w-0 flex-col border-s-2 border-b border-b-line py-2 ps-6 pe-4',
        isShown ? 'border-s-accent bg-hover' : 'border-s-transparent hover:bg-hover',
      )}
    >
      {unread && (
        <span className="absolute start-2 top-4 size-1.5 rounded-full bg-accent">
          <span className="sr-only">Unread: </span>
        </span>
      )}
      <span className="flex min-w-0 items-baseline gap-x-2">
        <bdi className={clsx('cut max-w-2/3 shrink-0', unread ? 'font-semibold' : 'font-medium')}>
          {personName({ ...correspondent, email: from_email })}
        </bdi>
        {company && <bdi className="cut min-w-0 text-ink-muted">{company}</bdi>}
        <time
          dateTime={received_at}
          title={formatDateTime(received_at)}
          className="ms-auto shrink-0 text-xs text-ink-muted"
        >
          {formatRelative(received_at)}
        </time>
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <span dir="auto" className="cut min-w-0 flex-1 text-start text-ink-muted">
          {excerpt || subject || 'No text'}
        </span>
        {kind === 'auto_reply' && <Badge>Automatic</Badge>}
      </span>
    </Link>
  )
}
