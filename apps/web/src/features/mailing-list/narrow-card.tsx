import type { ReactNode } from 'react'

/** A page for visitors: one narrow card with a title. */
export function NarrowCard({
  title,
  intro,
  children,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto flex w-full max-w-[27rem] flex-1 flex-col justify-center px-4 py-8">
      <section className="rounded-lg border border-line bg-surface p-6 sm:p-8">
        <h1 tabIndex={-1} className="text-xl font-semibold text-ink">
          {title}
        </h1>
        {intro && <p className="mt-1 text-balance text-ink-muted">{intro}</p>}
        <div className="mt-6 flex flex-col items-start gap-6">{children}</div>
      </section>
    </div>
  )
}
