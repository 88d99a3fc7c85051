import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { fillWithContents } from './support/contents.ts'
import { expect, test } from './support/customer.ts'
import { failAnswers, holdAnswers } from './support/faults.ts'
import { missingPaths, ownPaths, publicPaths } from './support/screen-paths.ts'

/** 320 px is a window of 1280 px at 400 %, and 640 px one at 200 %. */
const WIDTHS = [320, 360, 640, 768, 2560]

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every public screen is accessible and fits from 320 to 2560 px, in ${colorScheme} (SHELL-17, SHELL-19)`, async ({
    quietPage: page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await visitAll(page, publicPaths)
  })

  test(`every screen of a customer is accessible and fits from 320 to 2560 px, empty and full of long names, in ${colorScheme} (SHELL-17, SHELL-19)`, async ({
    page,
    customer,
  }) => {
    expect(customer.email).toBeTruthy()
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await visitAll(page, [...ownPaths, ...missingPaths])
    const { table, campaign } = await fillWithContents(page)
    await visitAll(page, [table, campaign, `${campaign}/edit`, '/', '/tables', '/prospects', '/campaigns'])
  })
}

test('every screen is accessible and fits while it waits and after it failed (SHELL-17, SHELL-19)', async ({
  page,
  customer,
}) => {
  expect(customer.email).toBeTruthy()
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { table, campaign } = await fillWithContents(page)
  const paths = [...ownPaths, table, campaign, `${campaign}/edit`]
  const held = await holdAnswers(page)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await look(page, path)
  }
  held.release()
  await page.unrouteAll()
  await failAnswers(page)
  for (const path of paths) {
    await settle(page, path)
    await look(page, path)
  }
})

async function visitAll(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await settle(page, path)
    await look(page, path)
  }
}

/** Waits until the screen shows its title and nothing on it is still being fetched. */
async function settle(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function look(page: Page, path: string) {
  await expectAccessible(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const tooWide = await page.evaluate(widerThanTheWindow)
    expect(tooWide, `wider than ${width} px on ${path}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Names what makes the page scroll sideways; nothing when it does not. */
function widerThanTheWindow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const found = [...document.querySelectorAll('body *')].filter((element) => {
    const { right, width } = element.getBoundingClientRect()
    return width > 0 && right > clientWidth + 1
  })
  return found
    .slice(-3)
    .map(({ tagName, className, textContent }) => `${tagName}.${className} ‘${textContent?.slice(0, 40)}’`)
    .concat(`${scrollWidth} px`)
}
