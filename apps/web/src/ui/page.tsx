import clsx from 'clsx'
import type { ReactNode } from 'react'

const widths = {
  /** Forms and conversations: a narrow column at the start. */
  narrow: 'page-narrow',
  /** Long texts: a centred column. */
  reading: 'mx-auto max-w-[48rem]',
  /** Cards. */
  normal: 'page-normal',
  /** Tables. */
  full: '',
} as const

/** The frame of a screen. `.page-bleed` and tables directly in it reach its edges. */
export function Page({ width = 'normal', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return (
    <div data-page={width} className={clsx('page-flow w-full flex-1 px-(--page-x) py-4', widths[width])}>
      {children}
    </div>
  )
}
