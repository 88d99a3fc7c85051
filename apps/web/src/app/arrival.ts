import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useEarlyPageGone } from './early-page.ts'

/** The router's key of the address that the page was opened at. */
const FIRST_KEY = 'default'
let lastPathname: string | null = null

/** Stands beside a screen. After going to another screen the focus is on its title, so that it is read out. */
export function Arrival(): null {
  useEarlyPageGone()
  const { pathname, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: filters in the address change the key, not the screen
  useEffect(() => {
    const isOpening = lastPathname === null && key === FIRST_KEY
    const isSame = lastPathname === pathname
    lastPathname = pathname
    return isOpening || isSame ? undefined : focusTitle()
  }, [pathname])
  return null
}

/** The title of a screen that still waits gives way to the one that it waited for, and the focus with it. */
function focusTitle(): () => void {
  const main = document.getElementById('main')
  const focus = () => {
    const place = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main
    place?.focus({ preventScroll: true })
    return place
  }
  let place = focus()
  const observer = new MutationObserver(() => {
    if (place === main || place?.isConnected) return
    // A dialog that closes with the old screen may have put it on the part as a whole.
    if (document.activeElement === document.body || document.activeElement === main) place = focus()
    else observer.disconnect()
  })
  if (main) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}
