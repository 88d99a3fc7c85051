import clsx from 'clsx'
import type { ComponentProps } from 'react'

/**
 * Covers and dims the page behind what opens over it, which cannot be scrolled meanwhile (styles/base.css). Radix's own
 * overlay holds the page by a style sheet of its own, for which the browser styles every element of the page anew, at
 * opening and at closing.
 */
export const Scrim = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div
    {...rest}
    data-scrim
    className={clsx('pointer-events-auto fixed inset-0 animate-fade overscroll-contain bg-scrim', className)}
  />
)
