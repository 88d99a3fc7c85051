import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at every drawing, so that what is drawn with it can be kept; it does what the newest one does. */
export function useLastingCallback<Args extends unknown[]>(
  newest: (...args: Args) => void,
): (...args: Args) => void {
  const current = useRef(newest)
  useLayoutEffect(() => {
    current.current = newest
  })
  return useCallback((...args) => current.current(...args), [])
}
