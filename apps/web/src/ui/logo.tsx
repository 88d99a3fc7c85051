import clsx from 'clsx'

/** The pan seen from above: a ring, one ripple, one nugget off-centre. */
export function LogoMark({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      aria-hidden="true"
      className={clsx('shrink-0', className)}
    >
      <circle cx="16" cy="16" r="13.25" stroke="currentColor" strokeWidth="3" />
      <path
        d="M8.2 18.6a8.2 8.2 0 0 1 10.2-10.4"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="19.6" cy="19.4" r="4.4" fill="var(--accent)" />
    </svg>
  )
}

export function Logo({ size = 24, wordHidden = false }: { size?: number; wordHidden?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-base font-semibold tracking-tight text-ink">
      <LogoMark size={size} />
      <span className={wordHidden ? 'sr-only' : undefined}>Goldpan</span>
    </span>
  )
}
