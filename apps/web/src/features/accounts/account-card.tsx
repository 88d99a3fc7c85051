import clsx from 'clsx'
import type { ReactNode } from 'react'

interface AccountCardProps {
  title: string
  children: ReactNode
  footer?: ReactNode
  /** Without a border, where its container has one. */
  isPlain?: boolean
}

/** One narrow card with a title, for signed-out visitors. */
export function AccountCard({ title, children, footer, isPlain }: AccountCardProps) {
  return (
    <div
      className={clsx(
        'mx-auto flex w-full flex-1 flex-col justify-center gap-6 px-4 py-8',
        isPlain ? 'max-w-[25rem]' : 'max-w-[27rem]',
      )}
    >
      <section className={isPlain ? undefined : 'rounded-lg border border-line bg-surface p-6 sm:p-8'}>
        <h1 className="text-xl font-semibold text-ink">{title}</h1>
        <div className="mt-6">{children}</div>
      </section>
      {footer && <p className="text-center text-sm text-ink-muted">{footer}</p>}
    </div>
  )
}

export const linkClass = 'font-medium text-accent-ink underline underline-offset-2 hover:no-underline'
