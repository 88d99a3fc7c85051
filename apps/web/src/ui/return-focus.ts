import { useRef } from 'react'

interface FocusEvents {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

const FIELDS = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * Focus handling for dialogs and panels without a trigger of their own. Opening focuses the first field, or the panel so
 * that its title is read; closing returns the focus. Fields inside must not use autoFocus, or they would be taken for the
 * opener.
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

/** Only returns the focus; the opened part chooses where it starts. */
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
      // The opener is gone, such as a deleted row's button, or a new screen has the focus.
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
    },
  }
}
