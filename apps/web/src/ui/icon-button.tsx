import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, for the screen reader and on hover. */
  label: string
  icon: ReactNode
  tone?: 'quiet' | 'danger'
}

export function IconButton({ label, icon, tone = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={clsx(
        'inline-grid size-control-small shrink-0 place-items-center rounded-md transition-colors [&_svg]:size-4',
        'disabled:cursor-not-allowed disabled:opacity-50',
        tone === 'danger'
          ? 'text-ink-muted hover:bg-danger-tint hover:text-danger-ink'
          : 'text-ink-muted hover:bg-hover hover:text-ink',
        className,
      )}
    >
      {icon}
    </button>
  )
}
