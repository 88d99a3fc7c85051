import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-pressed',
  secondary: 'border border-line bg-surface text-ink hover:bg-hover active:bg-pressed',
  ghost: 'text-ink hover:bg-hover active:bg-pressed',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-control px-3 text-sm max-sm:text-base',
  sm: 'min-h-control-small px-2 text-xs max-sm:text-sm',
}

/** For links that look like buttons: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return clsx(
    'relative inline-flex items-center justify-center gap-1.5 rounded-md py-1 text-center font-medium no-underline',
    'transition-colors disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-muted disabled:border disabled:border-line',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** While set, presses do nothing and the width stays. A text such as 'Saving…' replaces the label. */
  busy?: boolean | string
}

export function Button(props: ButtonProps) {
  const { variant, size, icon, busy, className, children, onClick, type = 'button', ...rest } = props
  const words = typeof busy === 'string' ? busy : null
  return (
    <button
      {...rest}
      type={type}
      className={clsx(buttonClass(variant, size), className)}
      aria-disabled={busy ? true : rest['aria-disabled']}
      aria-busy={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {/* Both labels share one grid cell, so the width doesn't change. */}
      <span className="inline-grid items-center justify-items-center">
        <span className={clsx('col-start-1 row-start-1 inline-flex items-center gap-2', busy && 'invisible')}>
          {icon}
          {children}
        </span>
        {busy && (
          <span className="col-start-1 row-start-1 inline-flex items-center gap-2 whitespace-nowrap">
            <Spinner />
            {words ?? <span className="sr-only">{children}</span>}
          </span>
        )}
      </span>
    </button>
  )
}
