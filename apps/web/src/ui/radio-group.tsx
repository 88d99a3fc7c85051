import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

export interface RadioOption {
  value: string
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps {
  label: ReactNode
  name: string
  options: readonly RadioOption[]
  value?: string
  onChange?: (value: string) => void
  /** For forms: spread into each radio instead of value and onChange. */
  register?: ComponentProps<'input'>
  error?: string
  inline?: boolean
}

export function RadioGroup({
  label,
  name,
  options,
  value,
  onChange,
  register,
  error,
  inline,
}: RadioGroupProps) {
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div className={clsx('flex gap-x-6 gap-y-2', inline ? 'flex-row flex-wrap' : 'flex-col')}>
        {options.map((option) => (
          <div key={option.value} className="flex items-start gap-2.5">
            <span className="flex h-5 items-center max-sm:h-6">
              <input
                type="radio"
                name={name}
                {...(register ?? {
                  checked: value === option.value,
                  onChange: () => onChange?.(option.value),
                })}
                id={`${id}-${option.value}`}
                value={option.value}
                disabled={option.disabled}
                aria-invalid={error ? true : undefined}
                className="tick"
              />
            </span>
            <label htmlFor={`${id}-${option.value}`} className="cursor-pointer">
              {option.label}
              {option.help && <span className="block text-sm text-ink-muted">{option.help}</span>}
            </label>
          </div>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
