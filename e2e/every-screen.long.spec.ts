import type { Page } from '@playwright/test'
import { expectAccessible, expectContrast } from './support/axe.ts'
import { tabPaths } from './support/campaign-tabs.ts'
import { fillWithContents } from './support/contents.ts'
import { expect, test } from './support/customer.ts'
import { failAnswers, holdAnswers } from './support/faults.ts'
import { missingPaths, ownPaths, publicPaths } from './support/screen-paths.ts'

/** 320 px is a window of 1280 px at 400 %, and 640 px one at 200 %. */
const WIDTHS = [320, 360, 640, 768, 2560]

type Look = (page: Page, path: string) => Promise<void>

test('every public screen is accessible and fits from 320 to 2560 px, in light and in dark (SHELL-17, SHELL-19)', async ({
  quietPage: page,
}) => {
  test.slow()
  await visitAll(page, publicPaths, lookClosely)
})

for (const [whose, paths] of [
  ['the first half', ownPaths.slice(0, 11)],
  ['the second half', [...ownPaths.slice(11), ...missingPaths]],
] as const)
  test(`every screen of a new customer is accessible and fits from 320 to 2560 px: ${whose} (SHELL-17, SHELL-19)`, async ({
    page,
    customer: _customer,
  }) => {
    test.slow()
    await visitAll(page, paths, lookClosely)
  })

test('screens full of long names are accessible and fit, in light and in dark (SHELL-17, SHELL-19)', async ({
  page,
  customer: _customer,
}) => {
  test.slow()
  const { table, campaign } = await fillWithContents(page)
  const paths = [
    table,
    ...tabPaths(campaign),
    `${campaign}/edit`,
    `${campaign}/template`,
    '/',
    '/tables',
    '/prospects',
    '/campaigns',
  ]
  await visitAll(page, paths, lookClosely)
})

/** Screens with loading and error states of their own; the others are only checked for fit. */
const mainPaths = ['/', '/tables', '/prospects', '/campaigns', '/email-options', '/settings']

const lookAtMain =
  (main: readonly string[]): Look =>
  async (page, path) => {
    await expectToFit(page, path)
    if (main.includes(path)) await expectAccessible(page)
  }

test('every loading screen fits, and the main ones are accessible (SHELL-17, SHELL-19)', async ({
  page,
  customer: _customer,
}) => {
  test.slow()
  const { table, campaign } = await fillWithContents(page)
  const look = lookAtMain([...mainPaths, table, ...tabPaths(campaign)])
  await holdAnswers(page)
  for (const path of [
    ...ownPaths,
    table,
    ...tabPaths(campaign),
    `${campaign}/edit`,
    `${campaign}/template`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await look(page, path)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('every failed screen fits, and the main ones are accessible (SHELL-17, SHELL-19)', async ({
  page,
  customer: _customer,
}) => {
  test.slow()
  const { table, campaign } = await fillWithContents(page)
  await failAnswers(page)
  const paths = [...ownPaths, table, ...tabPaths(campaign), `${campaign}/edit`, `${campaign}/template`]
  await visitAll(page, paths, lookAtMain([...mainPaths, table, ...tabPaths(campaign)]))
})

const lookClosely: Look = async (page, path) => {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(untilColoursStand)
  await expectContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectToFit(page, path)
}

/** Waits out colour transitions, which show neither theme's colours. */
async function untilColoursStand(): Promise<void> {
  const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(changes.map(({ finished }) => finished))
}

/** Checks each screen once it shows its title and nothing is being fetched. */
async function visitAll(page: Page, paths: readonly string[], look: Look) {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await look(page, path)
  }
}

async function expectToFit(page: Page, path: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    // A list turns into cards a moment after a resize.
    await expect
      .poll(() => page.evaluate(widerThanTheWindow), { message: `wider than ${width} px on ${path}` })
      .toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** The element that makes the page scroll sideways, if it does. */
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
