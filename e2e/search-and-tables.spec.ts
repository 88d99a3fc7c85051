import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

test('businesses are found page by page, selected, named and saved, and their table opens (SEARCH-01, SEARCH-02, SEARCH-04, SEARCH-05, SEARCH-06, SEARCH-09, SEARCH-10, SEARCH-16)', async ({
  page,
  customer: _customer,
}) => {
  await searchFor(page, 'restaurant', 'Liechtenstein')
  const table = page.getByRole('table', { name: 'Businesses found' })
  await expect(table.getByRole('row')).toHaveCount(21)
  for (const name of ['Business Name', 'Address', 'Website', 'Phone'])
    await expect(table.getByRole('columnheader', { name })).toBeVisible()
  await expect(page.getByText('© OpenStreetMap contributors').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Selected (20)' })).toBeVisible()
  await expect(table.getByRole('link', { name: 'Visit' }).first()).toHaveAttribute('target', '_blank')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load More Results' }).click()
  await expect(page.getByRole('button', { name: 'Save Selected (40)' })).toBeVisible()

  await page.getByLabel('Keywords').fill('bakery')
  await page.getByLabel('Location').fill('goldwater')
  await page.keyboard.press('Enter')
  await expect(table).toContainText('Rising Moon Bakery')
  await expect(page.getByRole('checkbox', { name: /select all/i })).toBeChecked()
  await page.getByRole('button', { name: /^Save Selected/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Save Search Results' })
  await expect(dialog.getByLabel('Table name')).toHaveValue('Bakery in Goldwater')
  await dialog.getByLabel('Table name').fill('Bakers to call')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Results saved successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/tables\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Bakers to call' })).toBeVisible()
})

test('all matches of a search are saved, filters apply at once, and more are added to the same table', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  await searchFor(page, 'restaurant', 'Liechtenstein')
  const bar = page.getByRole('region', { name: 'Selected' })
  await expect(page.getByText('19 of 20 searches left this month')).toBeVisible()
  await expect(page.getByText('20 of 76 shown')).toBeVisible()
  await bar.getByRole('button', { name: 'Select all 76 matches' }).click()
  await page.getByRole('checkbox', { name: 'Select Mai Thai' }).uncheck()
  await expect(bar).toContainText('29 of 75 have a website')
  await bar.getByRole('button', { name: 'Save Selected (75)' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Restaurant in Liechtenstein' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Gather Prospects/ })).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Not in my tables' }).click()
  // The earlier results also have this row, so wait for the filtered selection.
  await expect(bar).toContainText('1 business')
  await expect(page.getByRole('row', { name: /Mai Thai/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add to a table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a table' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Results saved successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Restaurant in Liechtenstein' })).toBeVisible()
  await expect(page.getByText('Mai Thai').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText('19 of 20 searches left this month'), 'filters cost nothing').toBeVisible()
})

test('results that only a filter hides are mentioned, and results from nearby start unticked', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  await page.goto('/search')
  await page.getByLabel('Keywords').fill('hotel')
  await page.getByLabel('Location').fill('Vaduz')
  await page.getByRole('button', { name: 'Has website' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(
    page.getByText('6 hotels in Vaduz, none with a website. Showing 11 within 10 km.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Selected (0)' })).toBeVisible()
  await page.getByRole('button', { name: 'Has website' }).click()
  await expect(page.getByRole('button', { name: 'Save Selected (6)' })).toBeVisible()
})

test('category and distance filter at once, and saving all matches saves what they leave', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  await searchFor(page, 'food', 'Vaduz')
  const table = page.getByRole('table', { name: 'Businesses found' })
  const summary = page.getByRole('main').locator('p strong')
  const before = await summary.innerText()
  await page.getByLabel('Distance').selectOption('Within 5 km')
  await expect(summary).not.toHaveText(before)
  await page.getByLabel('Category').selectOption('Café')
  await expect(table.getByRole('row').nth(1)).toContainText('Café · ')
  await expect(table).not.toContainText('Restaurant · ')
  const [count] = /\d+/.exec(await summary.innerText())!
  const bar = page.getByRole('region', { name: 'Selected' })
  const all = bar.getByRole('button', { name: `Select all ${count} matches` })
  if (Number(count) > 20) await all.click()
  await bar.getByRole('button', { name: `Save Selected (${count})` }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Food in Vaduz' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Category'), 'the filters are as they were').toHaveValue('café')
  await expect(page.getByText('19 of 20 searches left this month'), 'filters cost nothing').toBeVisible()
})

test.describe('saved tables', () => {
  const business = (n: number) => ({
    place_id: `demo:test-${n}`,
    name: `Shop ${n}`,
    address: `${n} Mill Lane`,
    website: `https://shop-${n}.example`,
    phone: '5551234567',
  })

  test('businesses of a table are shown, added, edited and deleted (TABLE-10, TABLE-11, TABLE-15, TABLE-16, TABLE-18, TABLE-24, TABLE-25, TABLE-27, GATHER-01, GATHER-02, GATHER-03, GATHER-20)', async ({
    page,
    customer,
  }) => {
    const saved = await (
      await customer.api.post('/api/business/tables', {
        data: { name: 'Shops', query: 'shop in goldwater', businesses: [business(1), business(2)] },
      })
    ).json()
    await page.goto(`/tables/${saved.id}`)
    await expect(page.getByRole('heading', { name: 'Shops' })).toBeVisible()
    await expect(page.getByText('shop in goldwater')).toBeVisible()
    const gather = page.getByRole('button', { name: /^Gather Prospects/ })
    await expect(gather).toHaveText('Gather Prospects (2)')
    await page.getByRole('checkbox', { name: /select all/i }).uncheck()
    await expect(gather).toBeDisabled()
    await page.getByRole('button', { name: 'Job History' }).click()
    await expect(page.getByRole('dialog', { name: 'Job History' })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Add Business' }).click()
    const add = page.getByRole('dialog', { name: 'Add Business' })
    await expect(add.getByRole('button', { name: 'Add Business' })).toBeDisabled()
    await expect(add.getByLabel('Website')).toHaveAttribute('type', 'url')
    await expect(add.getByLabel('Phone')).toHaveAttribute('type', 'tel')
    await expect(add.getByLabel('Email')).toHaveAttribute('type', 'email')
    await add.getByLabel('Name').fill('  Corner Shop ')
    await add.getByLabel('Address').fill(' ')
    await add.getByLabel('Phone').fill('5559876543')
    await expect(add.getByText('Business name and address are required')).toBeVisible()
    await add.getByLabel('Address').fill('1 High Street')
    await add.getByLabel('Website').fill('corner.example')
    await page.route('**/api/business/table/*/business', (route) => route.fulfill({ status: 500, json: {} }))
    await add.getByRole('button', { name: 'Add Business' }).click()
    await expect(add.getByText('Failed to add business')).toBeVisible()
    await page.unroute('**/api/business/table/*/business')
    await add.getByRole('button', { name: 'Add Business' }).click()
    await expect(add).toBeHidden()
    const row = page.getByRole('row').filter({ hasText: 'Corner Shop' })
    await expect(row.getByRole('link', { name: 'Visit' })).toHaveAttribute('href', 'https://corner.example')
    await expect(row.getByText('(555) 987-6543')).toBeVisible()

    await page.getByRole('button', { name: 'Edit Corner Shop' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Business' })
    await edit.getByLabel('Name').fill('Corner Store')
    await page.route('**/api/business/table/*/business/*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(edit.getByText('Failed to update business')).toBeVisible()
    await page.unroute('**/api/business/table/*/business/*')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Corner Store', { exact: true })).toBeVisible()

    await page.route('**/api/business/table/*/business/*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await page.getByRole('button', { name: 'Delete Shop 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Failed to delete business')).toBeVisible()
    await expect(page.getByText('Shop 1', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})

async function searchFor(page: Page, keywords: string, location: string): Promise<void> {
  await page.goto('/search')
  await page.getByLabel('Keywords').fill(keywords)
  await page.getByLabel('Location').fill(location)
  await page.keyboard.press('Enter')
}
