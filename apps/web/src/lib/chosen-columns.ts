import { useState } from 'react'

/** The columns to show in a list, stored in this browser. */
export function useChosenColumns(
  list: string,
  usual: readonly string[],
): { chosen: ReadonlySet<string>; choose: (id: string, isShown: boolean) => void; reset: () => void } {
  const storageKey = `goldpan.columns.${list}`
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(read(storageKey) ?? usual))
  return {
    chosen,
    choose(id, isShown) {
      const next = new Set(chosen)
      if (isShown) next.add(id)
      else next.delete(id)
      setChosen(next)
      write(storageKey, [...next])
    },
    reset() {
      setChosen(new Set(usual))
      write(storageKey, null)
    },
  }
}

function read(key: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : null
  } catch {
    return null
  }
}

function write(key: string, ids: string[] | null) {
  try {
    if (ids) localStorage.setItem(key, JSON.stringify(ids))
    else localStorage.removeItem(key)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
