import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ROOM_FOR_SIDEBAR, useMedia } from '../../ui/media.ts'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { HoldState } from '../holds/hold-state.tsx'
import { ConversationPane, DoNotContact } from './conversation.tsx'
import { ConversationList, type InboxList, useInboxList } from './conversation-list.tsx'
import { useConversation, useFirstConversation } from './replies.queries.ts'

/** The list of conversations beside the open one. Phones show one of the two. */
export function InboxPage() {
  const { id } = useParams()
  const { search } = useLocation()
  const isWide = useMedia(ROOM_FOR_SIDEBAR)
  const list = useInboxList()
  const first = useFirstConversation(list.campaign, isWide && id === undefined)
  if (id !== undefined) return <OpenConversation id={id} list={list} isWide={isWide} />
  if (isWide && first) return <Navigate to={`${paths.conversation(first)}${search}`} replace />
  return (
    <Page width="full">
      <PageHeader title="Inbox" />
      {list.isEmpty ? (
        <EmptyState
          illustration="letter"
          title="No replies yet"
          action={
            <Link to={paths.campaigns} className={buttonClass()}>
              Go to your campaigns
            </Link>
          }
        >
          Replies arrive here and are forwarded to your mailbox.
        </EmptyState>
      ) : (
        <div className={panes}>
          <ConversationList list={list} shown={-1} />
        </div>
      )}
    </Page>
  )
}

/** Both panes reach the edges of the page. */
const panes =
  'page-bleed -my-4 grid grid-cols-[minmax(0,1fr)] md:min-h-[calc(100dvh-3.25rem)] md:grid-cols-[minmax(16rem,23rem)_minmax(0,1fr)]'

interface OpenConversationProps {
  id: string
  list: InboxList
  isWide: boolean
}

function OpenConversation({ id, list, isWide }: OpenConversationProps) {
  const conversation = useConversation(id)
  const { data, error } = conversation
  const name = data && personName(data)
  usePageTitle(name)
  const shown = list.rows?.findIndex((row) => row.id === id || row.from_email === data?.email) ?? -1
  useInboxKeys(list, shown)
  if (isApiError(error) && error.status === 404) return <NoConversation />
  return (
    <Page width="full">
      <PageHeader
        title={name ?? 'Conversation'}
        back={!isWide && <Link to={paths.replies}>Inbox</Link>}
        mark={
          data && (
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm text-ink-muted">
              {data.company && <bdi>{data.company}</bdi>}
              {name !== data.email && <bdi className="wrap-anywhere">{data.email}</bdi>}
            </span>
          )
        }
        secondary={
          data && (
            <>
              <HoldState email={data.email} />
              <DoNotContact id={id} conversation={data} />
            </>
          )
        }
      />
      <div className={panes}>
        {isWide && <ConversationList list={list} shown={shown} />}
        <ConversationPane key={id} id={id} conversation={conversation} />
      </div>
    </Page>
  )
}

/** 'j' and 'k' open the next and the previous conversation. */
function useInboxKeys({ rows = [] }: InboxList, shown: number) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const show = (index: number) => {
    const row = rows[index]
    if (row) void navigate(`${paths.conversation(row.id)}${search}`)
  }
  useSingleKeys({
    j: () => show(shown + 1),
    k: () => show(shown - 1),
  })
}

const NoConversation = () => (
  <Page>
    <NotFoundState
      title="Conversation not found"
      message="It may have been deleted, or the address of this page is incomplete."
      action={
        <Link to={paths.replies} className={buttonClass('primary')}>
          Back to Inbox
        </Link>
      }
    />
  </Page>
)
