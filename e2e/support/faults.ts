import type { Page } from '@playwright/test'

/** Calls that a screen makes once the user is known. */
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
    // Going to another page aborts pending requests of the last one.
    if (reason !== 'net::ERR_ABORTED') faults.push(`${at()}: ${reason} ${request.url()}`)
  })
  return faults
}

const MAX_WAIT_MS = 2000

/** Counts requests in progress, so that a test can wait until a page has loaded everything. */
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
      // The page navigated; the wait below covers that.
      .catch(() => undefined)
  return {
    async settle() {
      await twoFrames()
      // The end of a download, or of requests of a page that was left, may never be reported.
      if (underWay > 0)
        await Promise.race([
          new Promise<void>((resolve) => waiting.push(resolve)),
          new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
        ])
      underWay = 0
      await twoFrames()
    },
  }
}

/** Holds all responses back until `release` is called, like a very slow connection. */
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

/** Fails every call with an empty response. */
export async function failAnswers(page: Page): Promise<{ mend(): Promise<void> }> {
  await page.route(SCREEN_CALLS, (route) => route.fulfill({ status: 500, json: {} }))
  return { mend: () => page.unroute(SCREEN_CALLS) }
}

/** Fails calls to a path with a response that has no message. */
export const failSilently = (page: Page, path: string, method: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
