import clsx from 'clsx'
import type { ReactNode } from 'react'
import { percentOf, type UsageState, usageState } from './usage-state.ts'

export interface UsageBarProps {
  label: string
  count: number
  /** Null is unlimited. */
  limit: number | null
  /** Shown when the limit is reached. */
  guidance?: ReactNode
}

const looks: Record<UsageState, { bar: string; text: string; note: string | null }> = {
  normal: { bar: 'bg-info', text: '', note: null },
  near: { bar: 'bg-warning', text: 'text-warning-ink', note: 'Approaching limit' },
  full: { bar: 'bg-danger', text: 'text-danger-ink', note: 'Limit reached' },
}

export function UsageBar({ label, count, limit, guidance }: UsageBarProps) {
  const state = usageState(count, limit)
  const look = looks[state]
  const words = limit === null ? 'Unlimited' : `${count.toLocaleString()} of ${limit.toLocaleString()}`
  return (
    <div className="flex flex-col gap-1.5" data-state={state}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="text-sm text-ink-muted tabular-nums">{words}</span>
      </div>
      {limit !== null && (
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(count, limit)}
          aria-valuetext={look.note ? `${words}. ${look.note}` : words}
          className="h-2 overflow-hidden rounded-full bg-pressed"
        >
          <div
            style={{ width: `${percentOf(count, limit)}%` }}
            className={clsx('h-full rounded-full', look.bar)}
          />
        </div>
      )}
      {look.note && <p className={clsx('text-sm font-medium', look.text)}>{look.note}</p>}
      {state === 'full' && guidance && <p className="text-sm text-ink-muted">{guidance}</p>}
    </div>
  )
}
