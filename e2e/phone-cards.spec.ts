import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/customer.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

const MOST_PX = 120

/** All of them, also those below the screen. */
async function expectLowCards(cards: Locator, what: string) {
  await expect(cards.first()).toBeVisible()
  const heights = await cards.evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().height)),
  )
  expect(Math.max(...heights), `${what}: ${heights.join(', ')}`).toBeLessThanOrEqual(MOST_PX)
}

const rows = (page: Page) => page.locator('tr[data-row]')

test(`cards of phones are at most ${MOST_PX} px high, and each action of a row stays within reach`, async ({
  page,
  customer,
}) => {
  await page.goto('/search')
  await page.getByLabel('Keywords').fill('bakery')
  await page.getByLabel('Location').fill('Goldwater')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(16)
  await expectLowCards(rows(page), 'found businesses')

  await page.getByRole('button', { name: 'Save Selected (16)' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'Bakery in Goldwater' })).toBeVisible()
  await page.getByRole('button', { name: /^Gather Prospects/ }).tap()
  await expect(page.getByRole('link', { name: /^Review/ })).toBeVisible({ timeout: 150_000 })
  await expectLowCards(rows(page), 'businesses of a table')
  await page.getByRole('button', { name: 'Actions for Honest Crust' }).tap()
  await page.getByRole('menuitem', { name: 'Edit' }).tap()
  await expect(page.getByRole('dialog', { name: 'Edit Business' })).toBeVisible()

  await page.goto('/tables')
  await expectLowCards(rows(page), 'tables')
  const email = `${'somebody.with.a.long.name'.repeat(2)}@an-equally-long-name-of-a-domain.example`
  await customer.api.post('/api/prospecting/prospect', {
    data: { email, first_name: 'Ann', company: 'Mill' },
  })
  await page.goto('/prospects')
  await expect(page.getByTitle(email)).toBeVisible()
  await expectLowCards(rows(page), 'prospects')
  await expect(rows(page).filter({ hasText: 'orla' }).getByRole('button')).toHaveCount(3)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Review \d+: Bakery in Goldwater$/ })).toBeVisible()
  await expectLowCards(
    page.getByRole('main').locator('li:not([aria-current])'),
    'work and steps of the home screen',
  )
})
