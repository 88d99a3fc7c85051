import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode
  help?: ReactNode
}

/** For settings that apply at once. If it is disabled, `help` should say why. */
export function Switch({ label, help, className, ...rest }: SwitchProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  return (
    <div className={clsx('flex items-start justify-between gap-4', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-medium text-ink">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-sm text-ink-muted">
            {help}
          </p>
        )}
      </div>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        className="switch"
        aria-describedby={help ? `${id}-help` : undefined}
      />
    </div>
  )
}
