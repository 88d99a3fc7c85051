import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** History entries to keep. */
const MOST_KEPT = 60
const kept = new Map<string, unknown>()

function keep(place: string, value: unknown): void {
  kept.delete(place)
  kept.set(place, value)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
}

/** useState for a history entry: Back restores it, a new visit starts afresh. */
export function useHistoryState<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const { key } = useLocation()
  const place = `${key} ${name}`
  const [value, setValue] = useState<T>(() => (kept.has(place) ? (kept.get(place) as T) : initial))
  useEffect(() => keep(place, value), [place, value])
  return [value, setValue]
}
