import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { createStore } from '../lib/store.ts'

export interface Screen {
  /**
   * The screen itself where its code is there before it is first shown, else one that waits for it. Read it while
   * rendering. React keeps what has waited hidden for 300 ms, which a page that was fetched early need not pay.
   */
  readonly Component: ComponentType | LazyExoticComponent<ComponentType>
  /** After a failure: gives another component, which fetches the code again. React keeps a failure for good. */
  renew: () => void
  /** Fetches its code ahead of time, as when its link is hovered. */
  preload: () => void
  /** Asks for what it shows at this address, beside its code and the session instead of after them. */
  askAhead: (params: Params) => void
}

type Params = Readonly<Record<string, string | undefined>>

const underWay = createStore(0)

const count = (change: number) => underWay.set(underWay.get() + change)

/** Whether the code of a screen is on its way. */
export const loadingStore = { get: () => underWay.get() > 0, subscribe: underWay.subscribe }

/** A screen whose code is fetched when it is first shown. A fetch that failed is tried again the next time. */
export function screen(
  fetchCode: () => Promise<ComponentType>,
  askAhead: (params: Params) => Promise<void> = async () => undefined,
): Screen {
  let code: Promise<ComponentType> | null = null
  let loaded: ComponentType | null = null
  // What is shown must stay the same component, or React would take it for another screen.
  let hasWaited = false
  const load = () => {
    code ??= fetchCode().then(
      (found) => {
        loaded = found
        return found
      },
      (error: unknown) => {
        code = null
        throw error
      },
    )
    return code
  }
  const loadVisibly = async () => {
    hasWaited = true
    const code = load()
    // React asks for the code while it renders, when nothing else may be told to render.
    await null
    count(1)
    try {
      return { default: await code }
    } finally {
      count(-1)
    }
  }
  let Component = lazy(loadVisibly)
  return {
    get Component() {
      return loaded && !hasWaited ? loaded : Component
    },
    renew: () => {
      Component = lazy(loadVisibly)
    },
    preload: () => {
      load().catch(() => undefined)
    },
    askAhead: (params) => {
      askAhead(params).catch(() => undefined)
    },
  }
}
