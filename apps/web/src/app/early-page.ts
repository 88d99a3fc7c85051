import { useLayoutEffect } from 'react'

/** Takes away the picture of a public page that came with the address, in the same paint that shows the real one. */
export function useEarlyPageGone(): void {
  useLayoutEffect(() => document.getElementById('early')?.remove(), [])
}
