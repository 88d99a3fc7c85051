import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { createStore } from '../lib/store.ts'

/** A screen whose code is loaded when it is first shown. */
export interface Screen {
  /** Read it while rendering: it changes after a failure. */
  readonly Component: LazyExoticComponent<ComponentType>
  /** After a failure: gives another component that loads the code again. React caches failures. */
  renew: () => void
  /** Loads its code ahead of time, as when its link is hovered. */
  preload: () => void
}

/** The screens of the route table by path pattern, in its order; routes.tsx fills it. */
export const screensByPath = new Map<string, Screen>()

const loadingCount = createStore(0)
const countLoading = (change: number) => loadingCount.set(loadingCount.get() + change)

/** True while the code of a screen is loading. */
export const loadingStore = { get: () => loadingCount.get() > 0, subscribe: loadingCount.subscribe }

/** Browsers put the URL of the file that they could not load into the error. */
const FAILED_URL = /dynamically imported module: (\S+)/i

/** Loads a failed file under another URL the next time, because browsers may cache the failure of the first. */
export function screen<Code>(load: () => Promise<Code>, choose: (code: Code) => ComponentType): Screen {
  let failedUrl: string | null = null
  let tries = 0

  async function loadComponent() {
    try {
      if (failedUrl === null) return choose(await load())
      tries += 1
      return choose(await import(/* @vite-ignore */ `${failedUrl}?again=${tries}`))
    } catch (error) {
      failedUrl = findOwnUrl(error) ?? failedUrl
      throw error
    }
  }

  async function loadVisibly() {
    // React calls this while it renders, when no store may change.
    await null
    countLoading(1)
    try {
      return { default: await loadComponent() }
    } finally {
      countLoading(-1)
    }
  }

  let Component = lazy(loadVisibly)
  return {
    get Component() {
      return Component
    },
    renew() {
      Component = lazy(loadVisibly)
    },
    preload() {
      loadComponent().catch(() => undefined)
    },
  }
}

/** The URL of our own file that an import failed at, without its query. */
function findOwnUrl(error: unknown): string | null {
  const found = error instanceof Error ? FAILED_URL.exec(error.message)?.[1] : undefined
  if (found === undefined || !URL.canParse(found)) return null
  const { origin, pathname } = new URL(found)
  return origin === window.location.origin ? origin + pathname : null
}
