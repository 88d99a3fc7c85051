import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'

interface FieldLinks {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

const FieldContext = createContext<FieldLinks | null>(null)

/** The id and aria attributes from the surrounding Field; the control's own props win. */
export function useFieldLinks<Props extends object>(own: Props): Props & Partial<FieldLinks> {
  const links = useContext(FieldContext)
  return { ...links, ...own }
}

export interface FieldProps {
  label: ReactNode
  help?: ReactNode
  error?: string
  required?: boolean
  /** Writes '(optional)' after the label. */
  optional?: boolean
  /** Keeps the label for screen readers only, for filters in a row. */
  hideLabel?: boolean
  className?: string
  /** Of the control, where keys put the focus into it. */
  id?: string
  children: ReactNode
}

/** Label, help and error, linked to the control inside. */
export function Field(props: FieldProps) {
  const { label, help, error, required, optional, hideLabel, className, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const links: FieldLinks = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  }
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={clsx('text-sm font-medium text-ink', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-ink-muted"> (optional)</span>}
      </label>
      <FieldContext value={links}>{children}</FieldContext>
      {help && (
        <p id={`${id}-help`} className="text-sm text-ink-muted">
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** A control's error, announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm text-danger-ink">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
