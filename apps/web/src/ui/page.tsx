import clsx from 'clsx'
import type { ReactNode } from 'react'

const widths = {
  /** Forms and conversations: a narrow column at the start. */
  narrow: 'max-w-[75rem] md:*:max-w-[44rem]',
  /** Long texts: a centred column. */
  reading: 'max-w-[48rem]',
  normal: 'max-w-[75rem]',
  /** Tables. */
  full: 'max-w-[120rem]',
} as const

/** The frame of a screen. */
export function Page({ width = 'normal', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return (
    <div
      data-page={width}
      className={clsx(
        'mx-auto flex w-full flex-col gap-6 px-4 py-6 max-sm:pb-24 md:px-8 md:py-8',
        widths[width],
      )}
    >
      {children}
    </div>
  )
}
