import { FRAME_SANDBOX, replyRoutes } from '@goldpan/contract/replies'
import { pathOf } from '@goldpan/contract/route'
import { useRef, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { useFormattedMessage } from './pane.queries.ts'

interface FormattedMessageProps {
  messageId: string
  from: string
}

/**
 * The formatted part of a message, in a frame without scripts, forms and origin. It can't tell its height, so it scrolls
 * inside and can be pulled taller. Remote pictures are loaded on request, for this look only.
 */
export function FormattedMessage({ messageId, from }: FormattedMessageProps) {
  const message = useFormattedMessage(messageId)
  const [hasPictures, setPictures] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  if (message.isPending)
    return (
      <div role="status" aria-label="Loading the formatted message">
        <SkeletonCard lines={4} />
      </div>
    )
  if (message.isError)
    return (
      <ErrorState
        level={3}
        message={errorText(message.error, 'Failed to fetch the formatted message')}
        onRetry={() => void message.refetch()}
        isRetrying={message.isFetching}
      />
    )
  const src = pathOf(replyRoutes.html.path, { id: messageId }) + (hasPictures ? '?pictures=1' : '')
  return (
    <div className="flex flex-col gap-2">
      {message.data.hasRemotePictures && !hasPictures && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
          Loading its pictures tells the sender that you read this.
          <Button
            size="sm"
            onClick={() => {
              setPictures(true)
              frame.current?.focus()
            }}
          >
            Load pictures
          </Button>
        </p>
      )}
      <div
        ref={frame}
        tabIndex={-1}
        className="h-[min(28rem,60dvh)] min-h-32 resize-y overflow-hidden rounded-md border border-line"
      >
        {/* A new frame for another address: one that changes its address adds to the history. */}
        <iframe
          key={src}
          src={src}
          title={`Formatted message from ${isolated(from)}`}
          sandbox={FRAME_SANDBOX}
          referrerPolicy="no-referrer"
          className="size-full"
        />
      </div>
    </div>
  )
}
