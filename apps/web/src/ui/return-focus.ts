import { useRef } from 'react'

interface FocusEvents {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

const FIELDS = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * For what opens over the page without a trigger of its own. On opening, the focus goes to the first field, or to
 * the panel itself, so that its title is read; on closing, back to where it was. A field inside must not take the
 * focus itself (autoFocus): it would be taken for the place to go back to.
 */
export function useDialogFocus(): FocusEvents {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  return {
    onCloseAutoFocus,
    onOpenAutoFocus: (event) => {
      onOpenAutoFocus(event)
      if (!(event.target instanceof HTMLElement)) return
      event.preventDefault()
      const field = event.target.querySelector<HTMLElement>(FIELDS)
      const place = field ?? event.target
      place.focus({ preventScroll: true })
    },
  }
}

/** Only the way back: what opens chooses itself where the focus starts. */
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
