import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from './illustration.tsx'

export interface EmptyStateProps {
  illustration?: IllustrationName
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Below the action. */
  more?: ReactNode
  /** The heading's level. */
  level?: 1 | 2 | 3
}

/** Shown instead of an empty list, with a next step. */
export function EmptyState({
  illustration = 'pan',
  title,
  children,
  action,
  more,
  level = 2,
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <Illustration name={illustration} />
      <Heading className="mt-2 text-base font-semibold text-ink">{title}</Heading>
      {children && <div className="max-w-[48ch] text-balance text-ink-muted *:text-balance">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
      {more}
    </div>
  )
}
