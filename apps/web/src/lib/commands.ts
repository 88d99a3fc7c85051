import { type ReactNode, useEffect, useId } from 'react'

export interface Command {
  id: string
  label: string
  icon?: ReactNode
  hint?: string
  keywords?: string[]
  onSelect: () => void
}

export interface CommandGroup {
  label: string
  items: readonly Command[]
}

let groups: ReadonlyMap<string, CommandGroup> = new Map()
const listeners = new Set<() => void>()

function set(next: ReadonlyMap<string, CommandGroup>) {
  groups = next
  for (const listener of listeners) listener()
}

/** Offers commands in the palette while the calling component is shown. Keep `items` the same between renders. */
export function useCommands(label: string, items: readonly Command[]): void {
  const id = useId()
  useEffect(() => {
    set(new Map(groups).set(id, { label, items }))
    return () => {
      const rest = new Map(groups)
      rest.delete(id)
      set(rest)
    }
  }, [id, label, items])
}

/** What the palette offers: a store for useSyncExternalStore. */
export const commandStore = {
  get: () => groups,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
