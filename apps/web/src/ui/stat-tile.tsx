import type { ReactNode } from 'react'

export interface StatTileProps {
  label: string
  value: ReactNode
  /** A quieter line, such as 'of which 3 unconfirmed'. */
  hint?: ReactNode
  icon?: ReactNode
}

/** One figure with its name. Put several in a StatRow. */
export function StatTile({ label, value, hint, icon }: StatTileProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-4">
      <dt className="flex items-center gap-1.5 text-sm text-ink-muted [&_svg]:size-4">
        {icon}
        {label}
      </dt>
      <dd className="text-lg font-semibold tabular-nums">
        {value}
        {hint && <span className="block text-sm font-normal text-ink-muted">{hint}</span>}
      </dd>
    </div>
  )
}

export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
      {children}
    </dl>
  )
}
