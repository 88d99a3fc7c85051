import { useSyncExternalStore } from 'react'

/** Bars of the browser are smaller. */
const MIN_KEYBOARD_PX = 120

/** Px at the end of the window that an on-screen keyboard covers. 0 where the window shrinks for it. */
export const useKeyboardHeight = (): number => useSyncExternalStore(subscribe, readHeight)

function subscribe(onChange: () => void): () => void {
  const view = window.visualViewport
  view?.addEventListener('resize', onChange)
  view?.addEventListener('scroll', onChange)
  return () => {
    view?.removeEventListener('resize', onChange)
    view?.removeEventListener('scroll', onChange)
  }
}

function readHeight(): number {
  const view = window.visualViewport
  // Zoomed in, the view is smaller without a keyboard.
  if (view?.scale !== 1) return 0
  const hidden = Math.round(window.innerHeight - view.height - view.offsetTop)
  return hidden < MIN_KEYBOARD_PX ? 0 : hidden
}
