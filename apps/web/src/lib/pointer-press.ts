let isPressed = false

if (typeof document !== 'undefined') {
  const press = (state: boolean) => () => {
    isPressed = state
  }
  document.addEventListener('pointerdown', press(true), true)
  document.addEventListener('pointerup', press(false), true)
  document.addEventListener('pointercancel', press(false), true)
}

/**
 * Runs at once, or when the press that is under way has become a click: what appears meanwhile would move the
 * button from under the pointer, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run()
    return
  }
  const ended = new AbortController()
  const once = () => {
    ended.abort()
    setTimeout(run)
  }
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, once, { signal: ended.signal })
}
