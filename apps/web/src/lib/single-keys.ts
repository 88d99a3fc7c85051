import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

const KEY = 'goldpan.shortcuts'

function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Single-key shortcuts can be turned off, for people who dictate (WCAG 2.1.4). */
export const singleKeys = createStore(readChoice())

export function setSingleKeys(areOn: boolean): void {
  try {
    localStorage.setItem(KEY, areOn ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  singleKeys.set(areOn)
}

/** True while a dialog or menu is open over the page. The editor of a template is a dialog in the page. */
export const isUnderDialog = (): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].some(
    (open) => !open.closest('main'),
  )

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** True while typing, in a dialog or in a menu, which need the keys themselves. */
export const isBusyElsewhere = (target: EventTarget | null): boolean => isTyping(target) || isUnderDialog()

/** True if a key may act as a shortcut of its own. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  singleKeys.get() &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !isBusyElsewhere(event.target)

/** Shortcuts of a screen, by key. */
export function useSingleKeys(actions: Record<string, () => void>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = latest.current[event.key]
      if (!action || !isSingleKey(event)) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
