import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface CardProps {
  title?: ReactNode
  /** The heading's level. */
  level?: 2 | 3
  description?: ReactNode
  /** Beside the title, such as a status badge. */
  mark?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  /** Sticky footer, while the card is taller than the window. */
  keepFooterInView?: boolean
  /** Without padding, for tables. */
  flush?: boolean
  as?: 'section' | 'article' | 'div' | 'li'
  className?: string
  children?: ReactNode
}

export function Card(props: CardProps) {
  const {
    title,
    level = 2,
    description,
    mark,
    actions,
    footer,
    keepFooterInView,
    flush,
    as: Tag = 'section',
    className,
    children,
  } = props
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Tag className={clsx('flex min-w-0 flex-col rounded-lg border border-line bg-surface', className)}>
      {(title || actions) && (
        <header
          className={clsx(
            'flex flex-wrap justify-between gap-x-4 gap-y-2 px-4 pt-3',
            description ? 'items-start' : 'items-center',
            flush && 'pb-2.5',
          )}
        >
          {/* A long title wraps before a single button does. */}
          <div className="min-w-0 flex-1 basis-40">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              {title && (
                <Heading className="min-w-0 text-sm font-semibold max-sm:text-base break-words text-ink">
                  {title}
                </Heading>
              )}
              {mark}
            </div>
            {description && (
              <p className="mt-0.5 max-w-[72ch] text-sm text-balance text-ink-muted">{description}</p>
            )}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      {children && (
        <div data-card className={clsx('min-w-0 flex-1', !flush && 'px-4 py-3')}>
          {children}
        </div>
      )}
      {footer && (
        <footer
          className={clsx(
            'border-t border-line px-4 py-2.5',
            keepFooterInView && 'sticky bottom-0 z-10 rounded-b-lg bg-surface',
          )}
        >
          {footer}
        </footer>
      )}
    </Tag>
  )
}
