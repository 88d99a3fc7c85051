import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const GIVE_UP_AFTER_MS = 3_000
const places = new Map<string, number>()

/** Starts new screens at the top; Back restores the scroll position once the page is tall enough. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
  }, [])

  useEffect(() => {
    const remember = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: filters in the address change the key but leave one's place
  useLayoutEffect(() => {
    const place = isBack ? places.get(key) : 0
    if (place !== undefined) return scrollOnceThere(place)
  }, [pathname])
}

/** Scrolls once the page is tall enough, unless the person scrolls first. Returns a stop function. */
function scrollOnceThere(top: number): () => void {
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    window.removeEventListener('wheel', stop)
    window.removeEventListener('touchmove', stop)
  }
  const attempt = () => {
    window.scrollTo({ top, behavior: 'instant' })
    if (Math.abs(window.scrollY - top) < 2) stop()
  }
  const observer = new ResizeObserver(attempt)
  const timer = setTimeout(() => stop(), GIVE_UP_AFTER_MS)
  window.addEventListener('wheel', stop, { passive: true })
  window.addEventListener('touchmove', stop, { passive: true })
  observer.observe(document.body)
  attempt()
  return stop
}
