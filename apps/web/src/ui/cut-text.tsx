import clsx from 'clsx'
import { useState } from 'react'

/** One line of text, cut where the space ends; the whole of it shows on hover and on focus. */
export function CutText({ children, className }: { children: string; className?: string }) {
  const [isCut, setCut] = useState(false)
  const measure = (element: HTMLElement | null) => {
    if (element) setCut(element.scrollWidth > element.clientWidth)
  }
  return (
    <span
      ref={measure}
      dir="auto"
      title={isCut ? children : undefined}
      onPointerEnter={(event) => measure(event.currentTarget)}
      className={clsx('cut', className)}
    >
      {children}
    </span>
  )
}
