import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldLinks } from './field.tsx'

/** Grows with its text where the browser supports it. */
export function TextArea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  const links = useFieldLinks(props)
  return (
    <textarea
      rows={rows}
      {...links}
      style={{ minHeight: `calc(${rows}lh + 1rem)` }}
      className={clsx('control field-sizing-content max-h-128 resize-y', className)}
    />
  )
}
