import clsx from 'clsx'
import type { ReactNode } from 'react'

/** A placeholder bar while something loads. */
export function Skeleton({
  width,
  height = '0.75rem',
  className,
}: {
  width?: string
  height?: string
  className?: string
}) {
  return (
    <span
      aria-hidden="true"
      style={{ width, height }}
      className={clsx('block max-w-full animate-breathe rounded-sm bg-pressed', className)}
    />
  )
}

export function SkeletonText({ lines = 3 }: { lines?: number }) {
  const widths = Array.from({ length: lines }, (_, line) =>
    line === lines - 1 ? '60%' : `${95 - (line % 3) * 7}%`,
  )
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      {widths.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never reordered
        <Skeleton key={line} width={width} />
      ))}
    </div>
  )
}

export function SkeletonList({
  count = 4,
  lines = 2,
  label = 'Loading…',
}: {
  count?: number
  lines?: 2 | 3
  label?: string
}) {
  return (
    <div
      role="status"
      aria-label={label}
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="flex flex-col gap-3 px-4 py-4">
          <Skeleton width="14rem" height="0.875rem" />
          <Skeleton width="80%" />
          {lines === 3 && <Skeleton width="8rem" />}
        </div>
      ))}
    </div>
  )
}

export function SkeletonCard({
  height,
  lines = 0,
  children,
}: {
  height?: string
  lines?: number
  children?: ReactNode
}) {
  return (
    <div
      style={{ minHeight: height }}
      className="flex min-w-0 flex-col gap-5 rounded-lg border border-line bg-surface p-4"
    >
      <Skeleton width="9rem" height="1rem" />
      {lines > 0 && <SkeletonText lines={lines} />}
      {children}
    </div>
  )
}

export function SkeletonFields({ count, hasButton = true }: { count: number; hasButton?: boolean }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="flex flex-col gap-2.5">
          <Skeleton width="6rem" className="mt-1" />
          <Skeleton height="var(--control)" />
        </div>
      ))}
      {hasButton && <Skeleton width="8rem" height="var(--control)" />}
    </div>
  )
}

export function SkeletonCards({ count = 6, label = 'Loading…' }: { count?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="card-grid">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
          <Skeleton width="60%" height="1rem" />
          <SkeletonText lines={2} />
          <Skeleton width="40%" height="2rem" className="mt-4" />
        </div>
      ))}
    </div>
  )
}
