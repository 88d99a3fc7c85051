import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

/** public/theme.js reads the same key before the first paint. */
const KEY = 'goldpan.theme'

function chosen(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const store = createStore<Theme>(chosen())

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  store.set(theme)
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(store.subscribe, store.get, store.get), setTheme]
}
