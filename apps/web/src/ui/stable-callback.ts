import { useCallback, useLayoutEffect, useRef } from 'react'

/** A stable callback that calls the latest one, so that memoised children don't re-render. */
export function useStableCallback<Args extends unknown[]>(
  newest: (...args: Args) => void,
): (...args: Args) => void {
  const current = useRef(newest)
  useLayoutEffect(() => {
    current.current = newest
  })
  return useCallback((...args) => current.current(...args), [])
}
