import type { Page } from '@playwright/test'

/** A transient state of a screen: something opened, in progress, or just done. */
export interface Moment {
  /** A screen's name, or a path. */
  on: string
  /** Stubbed responses by the end of their path. */
  answers?: Record<string, unknown>
  /** Changes to real responses by a pattern of their path. */
  changes?: readonly (readonly [path: RegExp, change: (answer: never) => unknown])[]
  /** The width needed to reach the moment. Default: 1280. */
  width?: number
  act?: (page: Page) => Promise<unknown>
  /** Scrolled into view. Default: the top of the screen. */
  shows?: string
}

export const ID = '00000000-0000-4000-8000-000000000001'
export const AT = '2026-03-10T09:30:00.000Z'

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
