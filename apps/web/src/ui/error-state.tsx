import { CircleAlert, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useIsOnline } from './online.ts'

export interface ErrorStateProps {
  title?: string
  /** Says what happened, what was saved and what to do. */
  message: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
  /** Another way out, such as a link back. */
  action?: ReactNode
  level?: 1 | 2 | 3
}

/** Fetches again. */
const HINT = {
  online: 'What you saved is safe. Please try again in a moment.',
  offline: 'This loads once you are back online.',
}

/** Replaces content that could not be fetched. */
export function ErrorState(props: ErrorStateProps) {
  const isOnline = useIsOnline()
  const { title = isOnline ? 'Something went wrong' : 'No connection', message, level = 2 } = props
  const { onRetry, isRetrying, action } = props
  const Sign = isOnline ? CircleAlert : CloudOff
  const Heading = `h${level}` as const
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center in-data-card:py-3">
      <Sign className="size-8 text-ink-faint" strokeWidth={1.5} aria-hidden="true" />
      <Heading className="mt-1 text-base font-semibold text-ink">{title}</Heading>
      <div className="max-w-[56ch] text-ink-muted">
        <p className="text-balance break-words">{message}</p>
        {onRetry && <p className="mt-1 text-sm text-balance">{isOnline ? HINT.online : HINT.offline}</p>}
      </div>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button busy={isRetrying && 'Trying again…'} onClick={onRetry}>
            Retry
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}
