import clsx from 'clsx'
import { type ComponentProps, useLayoutEffect } from 'react'

/**
 * Covers and dims the page behind what opens over it, which cannot be scrolled meanwhile (styles/base.css). Radix's own
 * overlay holds the page by a style sheet of its own, for which the browser styles every element of the page anew, at
 * opening and at closing.
 */
export function Scrim({ className, ...rest }: ComponentProps<'div'>) {
  useLayoutEffect(holdPage, [])
  return (
    <div
      {...rest}
      className={clsx(
        'pointer-events-auto fixed inset-0 animate-fade overscroll-contain bg-scrim',
        className,
      )}
    />
  )
}

let scrims = 0

/** A page that has a scrollbar keeps its place free, so that nothing moves. Answers how to let go. */
function holdPage(): () => void {
  const page = document.documentElement
  scrims += 1
  page.dataset.held = window.innerWidth > page.clientWidth ? 'beside-scrollbar' : 'whole'
  return () => {
    scrims -= 1
    if (scrims === 0) delete page.dataset.held
  }
}
