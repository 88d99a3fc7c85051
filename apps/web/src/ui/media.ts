import { useCallback, useSyncExternalStore } from 'react'

/** The breakpoints `md` and `lg`: room for the sidebar, and for a panel beside a list. */
export const ROOM_FOR_SIDEBAR = '(min-width: 56.25rem)'
export const ROOM_FOR_PANEL = '(min-width: 75rem)'

/** False if the environment has no `matchMedia`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia?.(query)
      media?.addEventListener('change', onChange)
      return () => media?.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false)
}
