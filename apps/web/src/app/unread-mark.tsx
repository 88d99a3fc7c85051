import clsx from 'clsx'

/** A gold count; the link around it says it in words. */
export function UnreadMark({ count, className }: { count: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'min-w-4.25 rounded-full bg-accent px-1.5 text-center text-[0.6875rem] leading-[1.0625rem] font-semibold text-on-accent tabular-nums',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
