import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldLinks } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly SelectOption[]
  /** Shown first with an empty value, such as 'All statuses'. */
  placeholder?: string
}

/** The native select: the best by keyboard and on phones. */
export function Select({ options, placeholder, className, ...props }: SelectProps) {
  const links = useFieldLinks(props)
  return (
    <select {...links} className={clsx('control', className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
