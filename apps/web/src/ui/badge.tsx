import clsx from 'clsx'
import type { ReactNode } from 'react'

export type BadgeColour = 'blue' | 'yellow' | 'green' | 'purple' | 'red' | 'indigo' | 'teal' | 'grey'

const hues: Record<BadgeColour, number> = {
  blue: 240,
  yellow: 90,
  green: 148,
  purple: 318,
  red: 25,
  indigo: 278,
  teal: 192,
  grey: 70,
}

export interface BadgeProps {
  colour?: BadgeColour
  /** Hides the dot, where the badge is only a number. */
  dot?: boolean
  className?: string
  children: ReactNode
}

/** A status with a dot and words, so that colour is never the only sign. */
export function Badge({ colour = 'grey', dot = true, className, children }: BadgeProps) {
  const isGrey = colour === 'grey'
  const style = {
    '--h': hues[colour],
    '--c': isGrey ? 0.12 : 1,
  }
  return (
    <span
      style={style}
      data-colour={colour}
      className={clsx(
        'inline-flex h-4.75 max-w-full items-center gap-1.5 rounded-[5px] px-1.75 text-xs font-medium whitespace-nowrap',
        'bg-[oklch(var(--badge-ground-l)_calc(var(--badge-ground-c)*var(--c))_var(--h))]',
        'text-[oklch(var(--badge-ink-l)_calc(var(--badge-ink-c)*var(--c))_var(--h))]',
        className,
      )}
    >
      {dot && (
        <span
          aria-hidden="true"
          className="size-1.5 shrink-0 rounded-full bg-[oklch(var(--badge-dot-l)_calc(var(--badge-dot-c)*var(--c))_var(--h))]"
        />
      )}
      <span className="min-w-0 overflow-hidden text-ellipsis">{children}</span>
    </span>
  )
}
