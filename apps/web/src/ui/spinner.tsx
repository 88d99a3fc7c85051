import clsx from 'clsx'

/** Announces its label; without one it is decoration. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={clsx('inline-flex', className)}>
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className="animate-spin"
        aria-hidden="true"
      >
        <circle cx="8" cy="8" r="6.5" opacity="0.25" />
        <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

export function LoadingScreen({ label = 'Loading…', full = false }: { label?: string; full?: boolean }) {
  return (
    <div className={clsx('grid place-items-center text-ink-muted', full ? 'min-h-dvh' : 'min-h-64')}>
      <Spinner label={label} className="[&_svg]:size-6" />
    </div>
  )
}
