import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  help?: ReactNode
  error?: string
  /** Keeps the label for screen readers only, as in a table's rows. */
  hideLabel?: boolean
  indeterminate?: boolean
}

export function Checkbox({
  label,
  help,
  error,
  hideLabel,
  indeterminate = false,
  className,
  ...rest
}: CheckboxProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const tick = (
    <input
      {...rest}
      id={id}
      type="checkbox"
      className="tick"
      aria-describedby={describedBy || undefined}
      aria-invalid={error ? true : undefined}
      aria-label={hideLabel && typeof label === 'string' ? label : undefined}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
        return joinRef(rest.ref, element)
      }}
    />
  )
  if (hideLabel) return tick
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <div className="flex items-start gap-2.5">
        <span className="flex h-5 items-center max-sm:h-6">{tick}</span>
        <div className="min-w-0 text-balance">
          <label htmlFor={id} className="cursor-pointer text-ink">
            {label}
          </label>
          {help && (
            <p id={`${id}-help`} className="text-sm text-ink-muted">
              {help}
            </p>
          )}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function joinRef(ref: ComponentProps<'input'>['ref'], element: HTMLInputElement | null) {
  if (typeof ref === 'function') return ref(element)
  if (ref) ref.current = element
}
