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

/** The page bar: 52 px across the whole width, with tabs below it where the screen has some. */
export function PageHeader(props: PageHeaderProps) {
  const { title, description, action, secondary, menu, back, mark, tabs } = props
  return (
    <header data-bar className="page-bleed -mt-4 border-b border-line">
      <div className="flex min-h-[calc(3.25rem-1px)] flex-wrap items-center gap-x-2.5 gap-y-1.5 px-(--page-x) py-2">
        {back && (
          <div className="page-back">
            {back}
            <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          </div>
        )}
        <h1
          tabIndex={-1}
          dir="auto"
          className="min-w-0 flex-initial text-base font-semibold tracking-[-0.01em] wrap-anywhere text-ink"
        >
          {title}
        </h1>
        {mark}
        {description && (
          <p className="max-w-[72ch] min-w-0 text-sm max-sm:order-1 max-sm:basis-full wrap-anywhere text-ink-muted">
            {description}
          </p>
        )}
        {(action || secondary || menu) && (
          <div className="ms-auto flex flex-wrap items-center justify-end gap-2 max-sm:contents">
            {secondary && (
              <div className="flex gap-2 max-sm:order-1 max-sm:basis-full max-sm:overflow-x-auto">
                {secondary}
              </div>
            )}
            {(action || menu) && (
              <div className="flex items-center gap-2 max-sm:ms-auto">
                {action}
                {menu && <Menu label={`More actions for ${title}`} items={menu} />}
              </div>
            )}
          </div>
        )}
      </div>
      {tabs}
    </header>
  )
}
