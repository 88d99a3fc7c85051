import { type Conversation, replyFallbacks } from '@goldpan/contract/replies'
import { Link, useParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ConversationItem } from './conversation-item.tsx'
import { useConversation } from './replies.queries.ts'

/** Everything written to and by one person, with a place to answer. */
export function ConversationPage() {
  const { id = '' } = useParams()
  const conversation = useConversation(id)
  usePageTitle(conversation.data?.email)
  if (isApiError(conversation.error) && conversation.error.status === 404) return <NoConversation />
  return (
    <Page width="narrow">
      <PageHeader
        title={conversation.data?.email ?? 'Conversation'}
        back={<Link to={paths.replies}>Replies</Link>}
      />
      {conversation.isPending && (
        <div role="status" aria-label="Loading the conversation" className="flex flex-col gap-3">
          <div className="sm:ms-12">
            <SkeletonCard lines={9} />
          </div>
          <div className="sm:me-12">
            <SkeletonCard lines={2} />
          </div>
        </div>
      )}
      {conversation.isError && (
        <ErrorState
          message={errorText(conversation.error, replyFallbacks.get)}
          onRetry={() => void conversation.refetch()}
          isRetrying={conversation.isFetching}
        />
      )}
      {conversation.data && <Loaded id={id} conversation={conversation.data} />}
    </Page>
  )
}

function Loaded({ id, conversation }: { id: string; conversation: Conversation }) {
  const { messages, answers_to, closed_reason, return_address } = conversation
  if (messages.length === 0)
    return (
      <EmptyState illustration="letter" title="Nothing was written yet">
        Once a campaign has been sent to this person, what was written stands here.
      </EmptyState>
    )
  return (
    <>
      <ol className="flex flex-col gap-3" aria-label="Messages, oldest first">
        {messages.map((message) => (
          <ConversationItem key={message.id} message={message} />
        ))}
      </ol>
      {closed_reason && <Banner kind="info">{closed_reason}</Banner>}
      {answers_to && <AnswerForm conversationId={id} answersTo={answers_to} from={return_address} />}
    </>
  )
}

const NoConversation = () => (
  <Page>
    <NotFoundState
      title="Conversation Not Found"
      message="It may have been deleted, or the address of this page is incomplete."
      action={
        <Link to={paths.replies} className={buttonClass('primary')}>
          Back to Replies
        </Link>
      }
    />
  </Page>
)
