import { createStore } from './store.ts'

const KEY = 'goldpan.shortcuts'

function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Shortcuts of a single letter can be turned off, for people who dictate (WCAG 2.1.4). */
export const singleKeys = createStore(readChoice())

export function setSingleKeys(areOn: boolean): void {
  try {
    localStorage.setItem(KEY, areOn ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  singleKeys.set(areOn)
}
