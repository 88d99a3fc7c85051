import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

/** Details behind a summary. */
export function Disclosure({
  summary,
  isOpen,
  onToggle,
  ref,
  className,
  children,
}: {
  summary: ReactNode
  /** The initial state; open it later through `ref`. */
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  ref?: Ref<HTMLDetailsElement>
  className?: string
  children: ReactNode
}) {
  return (
    <details
      ref={ref}
      open={isOpen}
      onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}
      className={clsx('group text-sm', className)}
    >
      <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1 rounded-md text-ink-muted hover:text-ink">
        <ChevronRight
          className="mt-0! size-4 shrink-0 transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        {summary}
      </summary>
      {children}
    </details>
  )
}
