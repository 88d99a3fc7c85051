import { type Conversation, replyFallbacks } from '@goldpan/contract/replies'
import { errorText } from '../../lib/error-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ROOM_FOR_PANEL, useMedia } from '../../ui/media.ts'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import type { useConversation } from './inbox.queries.ts'
import { Messages } from './messages.tsx'
import { Offers } from './offers.tsx'
import { PersonBelow } from './person-panel.tsx'
import type { Triage } from './triage.ts'

interface ConversationPaneProps {
  conversation: ReturnType<typeof useConversation>
  triage: Triage
}

/** All messages to and from one person, and what to do now. */
export function ConversationPane({ conversation, triage }: ConversationPaneProps) {
  const { data } = conversation
  if (conversation.isPending)
    return (
      <div role="status" aria-label="Loading the conversation" className="flex flex-col gap-3 p-4 md:px-6">
        <div className="sm:ms-12">
          <SkeletonCard lines={9} />
        </div>
        <div className="sm:me-12">
          <SkeletonCard lines={2} />
        </div>
      </div>
    )
  if (!data)
    return (
      <ErrorState
        message={errorText(conversation.error, replyFallbacks.get)}
        onRetry={() => void conversation.refetch()}
        isRetrying={conversation.isFetching}
      />
    )
  return <Opened conversation={data} triage={triage} />
}

function Opened({ conversation, triage }: { conversation: Conversation; triage: Triage }) {
  const hasPanel = useMedia(ROOM_FOR_PANEL)
  const { messages } = conversation
  return (
    <div className="flex w-full max-w-5xl min-w-0 flex-col gap-3 p-4 md:px-6">
      {messages.length > 0 ? (
        <Messages conversation={conversation} />
      ) : (
        <EmptyState illustration="letter" title="No messages yet">
          Messages appear here once a campaign has been sent to this person.
        </EmptyState>
      )}
      <Offers conversation={conversation} triage={triage} />
      {!hasPanel && <PersonBelow conversation={conversation} />}
    </div>
  )
}
