import { type ReactNode, useEffect, useId } from 'react'
import { createStore, type Store } from './store.ts'

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

type Groups = ReadonlyMap<string, CommandGroup>

const store = createStore<Groups>(new Map())

/** Offers commands in the palette while the calling component is shown. Keep `items` the same between renders. */
export function useCommands(label: string, items: readonly Command[]): void {
  const id = useId()
  useEffect(() => {
    store.set(new Map(store.get()).set(id, { label, items }))
    return () => {
      const rest = new Map(store.get())
      rest.delete(id)
      store.set(rest)
    }
  }, [id, label, items])
}

/** What the palette offers. */
export const commandStore: Pick<Store<Groups>, 'get' | 'subscribe'> = store
