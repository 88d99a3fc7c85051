import clsx from 'clsx'
import type { ReactNode } from 'react'

/** A screen's frame: sections 32 px apart, 1200 px at most, the full width for tables, 720 px for forms and reading. */
export function Page({
  width = 'normal',
  children,
}: {
  width?: 'narrow' | 'normal' | 'full'
  children: ReactNode
}) {
  return (
    <div
      className={clsx(
        'mx-auto flex w-full flex-col gap-6 px-4 py-6 max-sm:pb-24 md:px-8 md:py-8',
        { narrow: 'max-w-[48rem]', normal: 'max-w-[75rem]', full: 'max-w-[120rem]' }[width],
      )}
    >
      {children}
    </div>
  )
}
