import type { Page } from '@playwright/test'

/** What stands over or in a screen for a while: something opened, under way, or just done. */
export interface Moment {
  /** A screen by name, or a path. */
  on: string
  /** Answers that a server would give at that moment, by the end of their path. */
  answers?: Record<string, unknown>
  /** What a server would give at that moment instead of its real answer, by what its path looks like. */
  changes?: readonly (readonly [path: RegExp, change: (answer: never) => unknown])[]
  /** The width at which it is brought about, where that is not 1280. */
  width?: number
  act?: (page: Page) => Promise<unknown>
  /** What each picture has to show; without it, the top of the screen. */
  shows?: string
}

export const ID = '00000000-0000-4000-8000-000000000001'
export const AT = '2026-03-10T09:30:00.000Z'

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
