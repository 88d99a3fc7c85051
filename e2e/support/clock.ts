import type { Page } from '@playwright/test'

/** Stops the page's installed clock, so that only runFor moves it, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}
