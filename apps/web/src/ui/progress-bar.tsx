import clsx from 'clsx'
import type { ReactNode } from 'react'
import { percentOf } from './usage-state.ts'

export interface ProgressBarProps {
  label: string
  value: number
  max: number
  /** '120 of 300 businesses, about 2 minutes left'; without it 'value of max'. */
  text?: string
  tone?: 'accent' | 'info' | 'success' | 'warning' | 'danger'
  /** Such as a Cancel button. */
  action?: ReactNode
}

const tones = {
  accent: 'bg-accent',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
}

export function ProgressBar({ label, value, max, text, tone = 'accent', action }: ProgressBarProps) {
  const percent = percentOf(value, max)
  const words = text ?? `${value.toLocaleString()} of ${max.toLocaleString()}`
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-sm font-medium">{label}</span>
        <span className="text-sm text-ink-muted tabular-nums">
          {words} · {percent}%
        </span>
      </div>
      <div className="flex items-center gap-3">
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={`${words}, ${percent}%`}
          className="h-2 flex-1 overflow-hidden rounded-full bg-pressed"
        >
          <div
            style={{ width: `${percent}%` }}
            className={clsx('h-full rounded-full transition-[width] duration-220', tones[tone])}
          />
        </div>
        {action}
      </div>
    </div>
  )
}
