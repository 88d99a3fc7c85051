import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** As many places as one goes back over. */
const MOST_KEPT = 60
const kept = new Map<string, unknown>()

function keep(place: string, value: unknown): void {
  kept.delete(place)
  kept.set(place, value)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
}

/** useState that belongs to a place in the history: going Back finds it as it was left, going there anew does not. */
export function useKeptState<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const { key } = useLocation()
  const place = `${key} ${name}`
  const [value, setValue] = useState<T>(() => (kept.has(place) ? (kept.get(place) as T) : initial))
  useEffect(() => keep(place, value), [place, value])
  return [value, setValue]
}
