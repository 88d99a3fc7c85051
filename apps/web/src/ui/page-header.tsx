import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, type MenuItem } from './menu.tsx'

export interface PageHeaderProps {
  title: string
  /** Beside the title; below it where there is no room. Leave it out unless it adds something. */
  description?: ReactNode
  /** The one gold button. */
  action?: ReactNode
  /** Quiet buttons before it. */
  secondary?: ReactNode
  /** Rare and dangerous actions, behind ⋯ at the end. */
  menu?: readonly MenuItem[]
  /** A link to the screen above. */
  back?: ReactNode
  /** A badge with the state. */
  mark?: ReactNode
  /** A `TabBar`. */
  tabs?: ReactNode
}

/**
 * The page bar: 52 px across the whole width, with tabs below it where the screen has some. On phones, a screen below
 * another has three rows: the way back with ⋯, the title with its mark, and the buttons across the whole width.
 */
export function PageHeader(props: PageHeaderProps) {
  const { title, description, action, secondary, menu, back, mark, tabs } = props
  return (
    <header data-bar className="page-bleed -mt-4 border-b border-line">
      <div className="flex min-h-[calc(3.25rem-1px)] flex-wrap items-center gap-x-2.5 gap-y-1.5 px-(--page-x) py-2">
        {back && (
          <div className="page-back max-sm:basis-[calc(100%-3.5rem)]">
            {back}
            <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          </div>
        )}
        <h1
          tabIndex={-1}
          dir="auto"
          className={clsx(
            'min-w-0 flex-initial text-base font-semibold tracking-[-0.01em] wrap-anywhere text-ink',
            back && 'max-sm:order-1',
          )}
        >
          {title}
        </h1>
        {mark && (back ? <div className="contents max-sm:*:order-1">{mark}</div> : mark)}
        {description && (
          <p className="max-w-[72ch] min-w-0 text-sm max-sm:order-1 max-sm:basis-full wrap-anywhere text-ink-muted">
            {description}
          </p>
        )}
        {(action || secondary) && (
          <div
            className={clsx(
              'ms-auto flex flex-wrap items-center justify-end gap-2',
              back ? 'max-sm:order-2 max-sm:basis-full' : 'max-sm:contents',
            )}
          >
            {secondary && (
              <div
                className={clsx(
                  'flex gap-2',
                  back
                    ? 'max-sm:grow max-sm:flex-wrap max-sm:*:grow'
                    : 'max-sm:order-1 max-sm:basis-full max-sm:overflow-x-auto',
                )}
              >
                {secondary}
              </div>
            )}
            {action && (
              <div
                className={clsx(
                  'flex items-center gap-2',
                  back ? 'max-sm:grow max-sm:*:grow' : 'max-sm:ms-auto',
                )}
              >
                {action}
              </div>
            )}
          </div>
        )}
        {menu && (
          <div className={clsx('flex', !action && !secondary && 'ms-auto')}>
            <Menu label={`More actions for ${title}`} items={menu} />
          </div>
        )}
      </div>
      {tabs}
    </header>
  )
}
