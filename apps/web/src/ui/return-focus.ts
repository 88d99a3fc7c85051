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
      if (place instanceof HTMLElement && place.isConnected && place !== document.body)
        return place.focus({ preventScroll: true })
      // What opened it is gone, as a deleted row's button is; or with the whole screen, and the next one has the focus.
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
    },
  }
}
