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
    if (isOpening || isSame) return
    const place = document.querySelector<HTMLElement>('#main h1[tabindex]') ?? document.getElementById('main')
    place?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
