import { useRef } from 'react'

interface FocusEvents {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
}

/** For what opens over the page without a trigger of its own: the focus goes back to where it was. */
export function useReturnFocus(): FocusEvents {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const place = before.current
      // What opened it may be gone, as a deleted row's button is.
      const target = place?.isConnected && place !== document.body ? place : document.getElementById('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}
