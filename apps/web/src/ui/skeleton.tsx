import clsx from 'clsx'

/** A breathing bar in the shape of what is to come. */
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

/** Lines of text to come. */
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

/** Entries of a list to come, each of a few lines. */
export function SkeletonList({ count = 4, label = 'Loading…' }: { count?: number; label?: string }) {
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
        </div>
      ))}
    </div>
  )
}

/** Cards to come, in the grid that they will stand in. */
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
