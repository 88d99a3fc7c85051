import clsx from 'clsx'
import { type ComponentProps, useLayoutEffect } from 'react'

/**
 * Dims the page behind a dialog and blocks its scrolling (styles/base.css). Radix's own overlay injects a style sheet for
 * that, which restyles the whole page at opening and closing.
 */
export function Scrim({ className, ...rest }: ComponentProps<'div'>) {
  useLayoutEffect(lockScroll, [])
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

/** Hides the scrollbar and reserves its width, so that nothing moves. Returns an undo function. */
function lockScroll(): () => void {
  const page = document.documentElement
  scrims += 1
  page.dataset.held = window.innerWidth > page.clientWidth ? 'beside-scrollbar' : 'whole'
  return () => {
    scrims -= 1
    if (scrims === 0) delete page.dataset.held
  }
}
