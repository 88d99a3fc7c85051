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

/** Browsers name in the error which file they could not fetch. */
const UNFETCHED = /dynamically imported module: (\S+)/i

/**
 * A screen whose code is fetched when it is first shown. A fetch that failed is tried again the next time: under
 * another address, for browsers may keep a failure as long as the page is open.
 */
export function screen<Code>(
  fetchCode: () => Promise<Code>,
  choose: (code: Code) => ComponentType,
  askAhead: (params: Params) => Promise<void> = async () => undefined,
): Screen {
  let unfetched: string | null = null
  let tries = 0
  let code: Promise<ComponentType> | null = null
  let loaded: ComponentType | null = null
  // What is shown must stay the same component, or React would take it for another screen.
  let hasWaited = false
  const fetchAnew = (address: string): Promise<Code> => {
    tries += 1
    return import(/* @vite-ignore */ `${address}?again=${tries}`)
  }
  const load = () => {
    code ??= (unfetched === null ? fetchCode() : fetchAnew(unfetched)).then(
      (found) => {
        loaded = choose(found)
        return loaded
      },
      (error: unknown) => {
        unfetched = ownAddressIn(error) ?? unfetched
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

/** The address of our own that an import failed at, without what was added to it. */
function ownAddressIn(error: unknown): string | null {
  const told = error instanceof Error ? UNFETCHED.exec(error.message)?.[1] : undefined
  if (told === undefined || !URL.canParse(told)) return null
  const { origin, pathname } = new URL(told)
  return origin === window.location.origin ? origin + pathname : null
}
