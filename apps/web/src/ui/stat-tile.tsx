import type { ReactNode } from 'react'

export interface StatTileProps {
  label: string
  value: ReactNode
  /** A second line, such as 'of which 3 unconfirmed'. */
  hint?: ReactNode
  icon?: ReactNode
}

/** One figure with its name, in a StatRow. */
export function StatTile({ label, value, hint, icon }: StatTileProps) {
  return (
    <div className="flex min-w-0 flex-1 basis-[40%] flex-col @lg:basis-[22%] @4xl:min-w-min @4xl:basis-24 gap-1 bg-surface px-3.5 py-3">
      <dt className="flex items-center gap-1.5 text-sm whitespace-nowrap text-ink-muted [&_svg]:size-4">
        {icon}
        {label}
      </dt>
      <dd className="text-lg font-semibold">
        {value}
        {hint && <span className="block text-sm font-normal text-ink-muted">{hint}</span>}
      </dd>
    </div>
  )
}

/** Figures side by side in one frame. */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="@container">
      <dl
        aria-label={label}
        className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line"
      >
        {children}
      </dl>
    </div>
  )
}
