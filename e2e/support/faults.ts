import type { Page } from '@playwright/test'

/** Whatever a screen asks for once the person is known. */
export const SCREEN_CALLS = /\/api\/(?!auth\/|bot-check)/

/** Faults of a page: console errors, exceptions, unhandled rejections, refused requests. */
export function watchForFaults(page: Page): string[] {
  const faults: string[] = []
  const at = () => new URL(page.url()).pathname
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${at()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`${at()}: ${error}`))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${at()}: ${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Going on to another page ends what the last one still waited for.
    if (reason !== 'net::ERR_ABORTED') faults.push(`${at()}: ${reason} ${request.url()}`)
  })
  return faults
}

const LONGEST_WAIT_MS = 2000

/** Counts what is under way, so that a test can wait until a page has asked for all that it wants. */
export function watchCalls(page: Page): { settle(): Promise<void> } {
  let underWay = 0
  let waiting: (() => void)[] = []
  const end = () => {
    underWay = Math.max(0, underWay - 1)
    if (underWay > 0) return
    for (const go of waiting) go()
    waiting = []
  }
  page.on('request', () => {
    underWay += 1
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const twoFrames = () =>
    page
      .evaluate(
        () =>
          new Promise<void>((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
          }),
      )
      // The page went elsewhere: that is waited for below.
      .catch(() => undefined)
  return {
    async settle() {
      await twoFrames()
      // A download or a page that was left may never be told to have ended.
      if (underWay > 0)
        await Promise.race([
          new Promise<void>((resolve) => waiting.push(resolve)),
          new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
        ])
      underWay = 0
      await twoFrames()
    },
  }
}

/** Holds every answer back until `release` is called, as a line does that is very slow. */
export async function holdAnswers(page: Page): Promise<{ release(): void }> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(SCREEN_CALLS, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  return { release }
}

/** Answers every call as a server does that fails without a word. */
export async function failAnswers(page: Page): Promise<{ mend(): Promise<void> }> {
  await page.route(SCREEN_CALLS, (route) => route.fulfill({ status: 500, json: {} }))
  return { mend: () => page.unroute(SCREEN_CALLS) }
}

/** Answers calls to an address as a server would that fails without a sentence of its own. */
export const failSilently = (page: Page, path: string, method: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
