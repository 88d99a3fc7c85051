import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** For screen readers and on hover. */
  label: string
  icon: ReactNode
  tone?: 'quiet' | 'danger'
  /** As high as a field, or small as in a row. */
  size?: 'md' | 'sm'
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, tone = 'quiet', size = 'sm', className, ...rest } = props
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={clsx(
        'inline-grid shrink-0 place-items-center rounded-md transition-colors [&_svg]:size-4',
        size === 'md' ? 'size-control' : 'size-control-small',
        'disabled:cursor-not-allowed disabled:opacity-50',
        tone === 'danger'
          ? 'text-ink-muted hover:bg-danger-tint hover:text-danger-ink active:bg-danger-tint'
          : 'text-ink-muted hover:bg-hover hover:text-ink active:bg-pressed',
        className,
      )}
    >
      {icon}
    </button>
  )
}
