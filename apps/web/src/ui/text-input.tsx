import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldLinks } from './field.tsx'

export interface TextInputProps extends ComponentProps<'input'> {
  /** An icon at the start of the field. */
  icon?: ReactNode
  /** A fixed text at the end of the field, such as '@replies.example.com'. */
  suffix?: ReactNode
}

export function TextInput({ icon, suffix, className, ...props }: TextInputProps) {
  const links = useFieldLinks(props)
  const input = (
    <input
      type="text"
      {...links}
      className={clsx('control', icon ? 'ps-9' : '', suffix ? 'rounded-e-none' : '')}
    />
  )
  if (!icon && !suffix) return <input type="text" {...links} className={clsx('control', className)} />
  return (
    <div className={clsx('relative flex w-full items-stretch', className)}>
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 start-0 grid w-9 place-items-center text-ink-muted [&_svg]:size-4">
          {icon}
        </span>
      )}
      {input}
      {suffix && (
        <span className="flex shrink-0 items-center rounded-e-md border border-s-0 border-line-strong bg-sunken px-3 text-sm text-ink-muted max-sm:max-w-1/2">
          <span className="cut">{suffix}</span>
        </span>
      )}
    </div>
  )
}
