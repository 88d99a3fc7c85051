import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export interface ErrorStateProps {
  title?: string
  /** What happened, what was kept, what to do. */
  message: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
  /** Another way out, such as a link back. */
  action?: ReactNode
  level?: 1 | 2 | 3
}

/** Stands in the place of what could not be fetched. */
export function ErrorState(props: ErrorStateProps) {
  const { title = 'Something went wrong', message, onRetry, isRetrying, action, level = 2 } = props
  const Heading = `h${level}` as const
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <CloudOff className="size-8 text-ink-faint" strokeWidth={1.5} aria-hidden="true" />
      <Heading className="mt-1 text-base font-semibold text-ink">{title}</Heading>
      <p className="max-w-[56ch] break-words text-ink-muted">{message}</p>
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
