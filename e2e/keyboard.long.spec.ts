import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/customer.ts'

/** More stops than any part of a screen has. */
const MOST_STOPS = 120

/** Presses a key until the wanted element has the focus. */
async function reach(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(wanted.first()).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await wanted.evaluateAll((found) => found.some((one) => one === document.activeElement))) return
    await page.keyboard.press(key)
  }
  await expect(wanted.first(), 'where the keyboard leads').toBeFocused()
}

async function press(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab', part?: Locator) {
  await reach(page, (part ?? page).getByRole('button', { name }), key)
  await page.keyboard.press('Enter')
}

async function choose(page: Page, name: string, part?: Locator) {
  await reach(page, (part ?? page).getByRole('checkbox', { name, exact: true }))
  await page.keyboard.press('Space')
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Everything announced in a live region. */
const announced = (page: Page, text: string | RegExp) =>
  page
    .locator('[role=status], [role=alert], [aria-live=polite]')
    .filter({ hasText: text, visible: true })
    .first()

async function findBakery(page: Page) {
  await page.goto('/')
  await expect(title(page, 'Business Search')).toBeVisible()
  await reach(page, page.getByLabel('Keywords'))
  await page.keyboard.type('bakery')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Location')).toBeFocused()
  await page.keyboard.type('Goldwater')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Businesses found' })).toBeVisible()
  await choose(page, 'Select all rows')
  await choose(page, 'Select Rising Moon Bakery')
  await press(page, 'Save Selected (1)')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await press(page, 'Save', 'Tab', dialog)
  await expect(page).toHaveURL(/\/tables\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

async function gatherPeople(page: Page) {
  await press(page, /^Gather Prospects/)
  await expect(announced(page, /Review the contacts and remove wrong ones/)).toBeVisible({
    timeout: 120_000,
  })
}

async function writeCampaign(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('New Campaign')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/campaigns/new')
  await reach(page, page.getByLabel('Campaign name'))
  await page.keyboard.type('Coffee for bakeries')
  await reach(page, page.getByLabel('Marketing copy'))
  await page.keyboard.type('We roast coffee for bakeries in small batches.')
  await press(page, 'Create campaign')
  await expect(title(page, 'Coffee for bakeries')).toBeFocused()
}

async function addPeople(page: Page) {
  await press(page, 'Add prospects')
  const dialog = page.getByRole('dialog', { name: 'Add prospects' })
  await choose(page, 'Select orla@rising-moon-bakery.example', dialog)
  await press(page, 'Add 1 prospect', 'Tab', dialog)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add prospects' }).first(), 'where focus goes').toBeFocused()
}

test('the main job works with the keyboard alone, and what happens is announced (SHELL-18)', async ({
  quietPage: page,
  customer: _customer,
}) => {
  test.setTimeout(240_000)
  await findBakery(page)
  await gatherPeople(page)
  await writeCampaign(page)
  await addPeople(page)
  await press(page, 'Generate emails', 'Shift+Tab')
  await expect(announced(page, '1 email written')).toBeVisible()
  await press(page, 'Send Emails', 'Shift+Tab')
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await press(page, /^Send 1 email/, 'Tab', dialog)
  await expect(dialog).toBeHidden()
  await expect(announced(page, 'Successfully sent 1 emails.')).toBeVisible({ timeout: 60_000 })
  await reach(page, page.getByRole('tab', { name: 'Overview' }), 'Shift+Tab')
  for (const next of ['Emails', 'Prospects 1']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: next, selected: true })).toBeFocused()
  }
  const row = page.getByRole('row').filter({ hasText: 'orla@rising-moon-bakery.example' })
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
})
