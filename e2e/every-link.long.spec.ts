import type { Page } from '@playwright/test'
import { tabPaths } from './support/campaign-tabs.ts'
import { fillWithContents } from './support/contents.ts'
import { expect, test } from './support/customer.ts'
import { watchCalls, watchForFaults } from './support/faults.ts'
import { ownPaths, publicPaths } from './support/screen-paths.ts'

/** Links that end the session, and with it the journey. */
const LEAVES = /^logout$/i
/** Limits a screen whose list has the same buttons in every row. */
const MOST_BUTTONS = 30

test('every link of every screen leads to a screen, without an error on the way (SHELL-14)', async ({
  page,
  customer: _customer,
}) => {
  test.slow()
  const faults = watchForFaults(page)
  const calls = watchCalls(page)
  const { table, campaign } = await fillWithContents(page)
  const waiting = [...ownPaths, table, ...tabPaths(campaign)]
  const seen = new Set(waiting)
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    await page.goto(path)
    // A dialog opened by the address hides the title from the accessibility tree.
    await expect(page.locator('h1').first(), path).toBeVisible()
    await calls.settle()
    for (const found of await linksOf(page))
      if (!seen.has(found)) {
        seen.add(found)
        waiting.push(found)
      }
  }
  expect(seen.size).toBeGreaterThan(ownPaths.length + 3)
  expect(faults).toEqual([])
})

/** Links of a page to screens of the application, without files and other servers. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('a[href^="/"]:not([download]):not([href^="/api/"]):not([target=_blank])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.replace(/#.*$/, '')))

/** Screens in quarters, each with its minimum number of buttons: all at once exceed the time limit of a test. */
const PARTS = [
  ['first', 20],
  ['second', 20],
  ['third', 20],
  ['last', 12],
] as const
for (const [part, [which, least]] of PARTS.entries())
  test(`every button of every screen can be pressed without an error: ${which} quarter of the screens (SHELL-14)`, async ({
    page,
    customer: _customer,
  }) => {
    test.setTimeout(180_000)
    await page.addInitScript(() => {
      window.print = () => undefined
    })
    const faults = watchForFaults(page)
    const calls = watchCalls(page)
    const { table, campaign } = await fillWithContents(page)
    const all = [
      ...ownPaths,
      table,
      ...tabPaths(campaign),
      `${campaign}/edit`,
      ...publicPaths.filter((path) => path === '/mailbox'),
    ]
    let pressed = 0
    for (const path of all.filter((_, index) => index % PARTS.length === part)) {
      // The sidebar is the same on all of them.
      const { count, focusLost } = await pressAll(page, path, pressed === 0 ? 'body' : 'main', calls)
      pressed += count
      faults.push(
        ...focusLost.map((name) => `${path}: after closing what ‘${name}’ opened, focus is elsewhere`),
      )
    }
    expect(pressed).toBeGreaterThan(least)
    expect(faults).toEqual([])
  })

/** Presses each button on a freshly opened screen. Returns their number, and those that lost the focus. */
async function pressAll(page: Page, path: string, part: string, calls: { settle(): Promise<void> }) {
  await open(page, path, calls)
  const focusLost: string[] = []
  const pressed = new Set<string>()
  const next = () => nextButton(page, part, pressed)
  for (let name = await next(); name; name = await next()) {
    pressed.add(name)
    const address = page.url()
    await press(page)
    await calls.settle()
    const hasOpened = !(await isQuiet(page))
    await leaveWhatOpened(page)
    if (hasOpened && page.url() === address && !(await isFocusBack(page))) {
      // Keys come faster here than from a person, so try again at a person's pace.
      await open(page, path, calls)
      const others = new Set([...pressed].filter((other) => other !== name))
      if ((await nextButton(page, part, others)) === name && !(await keepsFocusSlowly(page)))
        focusLost.push(name)
    }
    if (page.url() !== address || !(await isQuiet(page))) await open(page, path, calls)
    if (pressed.size >= MOST_BUTTONS) break
  }
  return { count: pressed.size, focusLost }
}

/** Presses the marked button again, and pauses before closing what it opened. */
async function keepsFocusSlowly(page: Page): Promise<boolean> {
  await page.locator('[data-pressed-next]').click()
  await page.waitForTimeout(700)
  if (await isQuiet(page)) return true
  await leaveWhatOpened(page)
  return isFocusBack(page)
}

/** A dialog of the previous button may open late and cover the next one. */
async function press(page: Page): Promise<void> {
  const button = page.locator('[data-pressed-next]')
  await button.click({ timeout: 3000 }).catch(async () => {
    await leaveWhatOpened(page)
    // It may belong to what was just closed.
    if ((await button.count()) > 0) await button.click()
  })
}

async function open(page: Page, path: string, calls: { settle(): Promise<void> }) {
  // A button may have left the application, for example for the checkout, and that page may still be loading.
  await page.goto(path).catch(() => page.waitForURL(/\/pay\//).then(() => page.goto(path)))
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await calls.settle()
}

/** Marks the next enabled button that wasn't pressed yet. Returns its name. */
const nextButton = (page: Page, part: string, pressed: ReadonlySet<string>): Promise<string | null> =>
  page.evaluate(
    ({ part, done, leaves }) => {
      document.querySelector('[data-pressed-next]')?.removeAttribute('data-pressed-next')
      const nameOf = (button: Element) =>
        (button.getAttribute('aria-label') ?? button.textContent ?? '').trim().replace(/\d+/g, 'n')
      const buttons = document
        .querySelector(part)!
        .querySelectorAll('button:not(:disabled), [role=tab], [role=switch], summary')
      const next = [...buttons].find((button) => {
        const { width, height } = button.getBoundingClientRect()
        const isShown = width > 1 && height > 1 && button.checkVisibility()
        const name = nameOf(button)
        return isShown && !done.includes(name) && !new RegExp(leaves, 'i').test(name)
      })
      if (!next) return null
      next.setAttribute('data-pressed-next', '')
      return nameOf(next)
    },
    { part, done: [...pressed], leaves: LEAVES.source },
  )

/** Closes dialogs, menus and panels with Escape, and confirms leaving a form with typed text. */
async function leaveWhatOpened(page: Page) {
  // As a person would: once the opened element has the focus.
  await page
    .waitForFunction(
      () =>
        document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') === null ||
        document.activeElement?.closest('[role=dialog], [role=alertdialog], [role=menu]'),
      null,
      { timeout: 2000 },
    )
    .catch(() => undefined)
  for (let press = 0; press < 3 && !(await isQuiet(page)); press++) await page.keyboard.press('Escape')
}

/** The focus returns to the pressed button soon after what it opened has closed, unless the button is gone. */
const isFocusBack = (page: Page) =>
  page
    .waitForFunction(
      () => {
        const button = document.querySelector('[data-pressed-next]')
        return button === null || button === document.activeElement
      },
      null,
      { timeout: 2000 },
    )
    .then(
      () => true,
      () => false,
    )

const isQuiet = async (page: Page) =>
  (await page.locator('[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible').count()) === 0
