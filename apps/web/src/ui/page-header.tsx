import clsx from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

export interface PageHeaderProps {
  title: string
  description?: ReactNode
  /** The primary action: top right, or a bar at the bottom on phones. */
  action?: ReactNode
  /** Secondary buttons; they stay at the top on phones. */
  secondary?: ReactNode
  /** A link back, above the title. */
  back?: ReactNode
  /** Beside the title, such as a status badge. */
  mark?: ReactNode
}

export function PageHeader({ title, description, action, secondary, back, mark }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-2">
      {back && (
        <div className="page-back">
          <ArrowLeft aria-hidden="true" className="size-4" />
          {back}
        </div>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {/* A long description wraps before the buttons do. */}
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1
              tabIndex={-1}
              dir="auto"
              className="text-lg font-semibold tracking-tight wrap-anywhere text-ink sm:text-xl"
            >
              {title}
            </h1>
            {mark}
          </div>
          {description && (
            <p className="mt-1 max-w-[72ch] wrap-anywhere text-balance text-ink-muted">{description}</p>
          )}
        </div>
        {(action || secondary) && (
          <div className={clsx('flex flex-wrap items-start gap-2', !secondary && 'max-sm:contents')}>
            {secondary && <div className="flex flex-wrap items-center gap-2">{secondary}</div>}
            {action && <div className="page-action">{action}</div>}
          </div>
        )}
      </div>
    </header>
  )
}
