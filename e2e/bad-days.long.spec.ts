import type { Locator, Page } from '@playwright/test'
import { fillWithContents } from './support/contents.ts'
import { expect, test } from './support/customer.ts'
import { failAnswers, holdAnswers, SCREEN_CALLS } from './support/faults.ts'

/** The main screens, each with what it shows when loaded. */
const mainScreens = (
  table: string,
  campaign: string,
): readonly (readonly [path: string, shown: RegExp])[] => [
  ['/', /steps done/],
  ['/tables', /View Details/],
  [table, /Gather Prospects/],
  ['/prospects', /4 prospects/],
  ['/campaigns', /We repair ovens|Spring/],
  [campaign, /Generate emails/],
  [`${campaign}/edit`, /Marketing copy/],
  ['/email-options', /signature/i],
  ['/inbox', /No replies yet|replies/i],
  ['/do-not-contact', /Do-not-contact list/],
  ['/settings', /Current Usage/],
  ['/settings?tab=subscription', /Premium/],
]

const titleOf = (page: Page) => page.getByRole('heading', { level: 1 }).first()
const noConnection = /server could not be reached/

test('on a slow connection each screen shows that it is loading, and then its content', async ({
  page,
  customer: _customer,
}) => {
  test.slow()
  const { table, campaign } = await fillWithContents(page)
  for (const [path, shown] of mainScreens(table, campaign)) {
    const { release } = await holdAnswers(page)
    await page.goto(path)
    await expect(titleOf(page), path).toBeVisible()
    // A visible wait must be announced too.
    const waiting = page.locator('main').locator('[aria-busy=true], [role=status]')
    await expect(waiting.first(), `the wait of ${path}`).toBeAttached()
    await expect(page.getByRole('alert'), path).toHaveCount(0)
    release()
    await expect(page.locator('main').getByText(shown).first(), path).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

/** Presses each visible Retry; one that disappears as another is pressed needs no press. */
async function retryUntilShown(main: Locator, shown: RegExp) {
  await expect(async () => {
    for (const retry of await main.getByRole('button', { name: 'Retry' }).all())
      await retry.click({ timeout: 2000 }).catch(() => undefined)
    await expect(main.getByText(shown).first()).toBeVisible({ timeout: 5000 })
  }).toPass()
}

test('when the server fails, each screen says so and keeps its frame, and Retry recovers it', async ({
  page,
  customer: _customer,
}) => {
  test.slow()
  const { table, campaign } = await fillWithContents(page)
  for (const [path, shown] of mainScreens(table, campaign)) {
    const { mend } = await failAnswers(page)
    await page.goto(path)
    const main = page.locator('main')
    await expect(titleOf(page), path).toBeVisible()
    await expect(main.getByRole('alert').first(), `the sentence of ${path}`).toContainText(/\w+ \w+/)
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
    await mend()
    await retryUntilShown(main, shown)
  }
})

test('without a connection the screen says so, nothing typed is lost, and what failed works once it is back', async ({
  page,
  context,
  customer: _customer,
}) => {
  test.slow()
  const { campaign } = await fillWithContents(page)
  await page.goto('/prospects')
  await expect(page.getByText('4 prospects').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add Prospect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Prospect' })
  await dialog.getByLabel('Email').fill('new@mill.example')
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeAttached()
  await dialog.getByRole('button', { name: 'Add Prospect' }).click()
  await expect(page.getByText(noConnection).first()).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue('new@mill.example')
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add Prospect' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('new@mill.example').first()).toBeVisible()

  await page.goto(`${campaign}/edit`)
  await page.getByLabel('Marketing copy').fill('We repair ovens, also on Sundays.')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect(page.getByText(noConnection).first()).toBeVisible()
  await expect(page.getByLabel('Marketing copy')).toHaveValue('We repair ovens, also on Sundays.')
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByLabel('Marketing copy')).toHaveValue('We repair ovens, also on Sundays.')
})

test('a screen opened without a connection says so, and loads by itself once it is back', async ({
  page,
  context,
  customer: _customer,
}) => {
  await fillWithContents(page)
  await page.goto('/feedback')
  await expect(titleOf(page)).toBeVisible()
  // Hovering preloads the code of a screen, but its data no longer arrives.
  await page.route(SCREEN_CALLS, (route) => route.abort('internetdisconnected'))
  const code = page.waitForResponse(/prospects-page.*\.js/)
  await page.getByRole('link', { name: 'Prospects', exact: true }).hover()
  await code
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Prospects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Prospects', exact: true })).toBeVisible()
  await expect(page.locator('main').getByText(noConnection)).toBeVisible()
  await page.getByRole('link', { name: 'Email Campaigns' }).click()
  await expect(page.getByText('This screen could not be loaded.')).toBeVisible()
  await page.getByRole('link', { name: 'Prospects', exact: true }).click()
  await page.unroute(SCREEN_CALLS)
  await context.setOffline(false)
  await expect(page.getByText('4 prospects').first()).toBeVisible()
})
