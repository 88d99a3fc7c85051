import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export interface Screen {
  Component: LazyExoticComponent<ComponentType>
  /** Fetches its code ahead of time, as when its link is hovered. */
  preload: () => void
}

let underWay = 0
const listeners = new Set<() => void>()

function count(change: number) {
  underWay += change
  for (const listener of listeners) listener()
}

/** Whether the code of a screen is on its way: a store for useSyncExternalStore. */
export const loadingStore = {
  get: () => underWay > 0,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

/** A screen whose code is fetched when it is first shown. A fetch that failed is tried again the next time. */
export function screen(fetchCode: () => Promise<ComponentType>): Screen {
  let code: Promise<ComponentType> | null = null
  const load = () => {
    code ??= fetchCode().catch((error: unknown) => {
      code = null
      throw error
    })
    return code
  }
  const loadVisibly = async () => {
    count(1)
    try {
      return { default: await load() }
    } finally {
      count(-1)
    }
  }
  return {
    Component: lazy(loadVisibly),
    preload: () => {
      load().catch(() => undefined)
    },
  }
}
