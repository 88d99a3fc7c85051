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

/** Inputs that take no letters. */
const WITHOUT_TEXT = /^(checkbox|radio|button|file)$/

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !WITHOUT_TEXT.test(target.type)))

/** True while typing, in a dialog or in a menu, which need the keys themselves. */
export const isBusyElsewhere = (target: EventTarget | null): boolean => isTyping(target) || isUnderDialog()

const isSingleKey = (event: KeyboardEvent): boolean =>
  singleKeys.get() &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !isBusyElsewhere(event.target)

/** Keys that go on while they are held down. Others act once a press. */
const REPEATED = /^[jk]$/

/** How long 'g' waits for its second key. */
const SEQUENCE_MS = 1500
let sequenceUntil = 0

/** How long a screen may take to load after 'g i' so that it still gets the keys that were pressed meanwhile. */
const AHEAD_MS = 5000
let aheadUntil = 0
let pressedAhead: string[] = []

type KeyActions = Record<string, () => void>
/** Of all that is on the screen; no two use the same key. */
const registered = new Set<{ current: KeyActions }>()

/** One listener for all, so that the 's' of 'g s' is no key of its own. */
function press(event: KeyboardEvent): void {
  if (!isSingleKey(event) || /^(Shift|CapsLock)$/.test(event.key)) return
  if (event.repeat && !REPEATED.test(event.key)) return
  const isSecond = performance.now() < sequenceUntil
  sequenceUntil = event.key === 'g' && !isSecond ? performance.now() + SEQUENCE_MS : 0
  const name = isSecond ? `g ${event.key}` : event.key
  const action = [...registered].map(({ current }) => current[name]).find(Boolean)
  if (!action) {
    if (performance.now() < aheadUntil) pressedAhead.push(name)
    return
  }
  event.preventDefault()
  if (isSecond) {
    aheadUntil = performance.now() + AHEAD_MS
    pressedAhead = []
  }
  action()
}

/** Shortcuts of a screen, by key: 'j', 'Escape', '?', or after a 'g' as in 'g i'. */
export function useSingleKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (registered.size === 0) window.addEventListener('keydown', press)
    registered.add(latest)
    if (performance.now() < aheadUntil) for (const name of pressedAhead.splice(0)) latest.current[name]?.()
    return () => {
      registered.delete(latest)
      if (registered.size === 0) window.removeEventListener('keydown', press)
    }
  }, [])
}
