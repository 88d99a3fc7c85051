import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { type Customer, expect, test } from './support/customer.ts'

const business = (name: string) => ({
  place_id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  address: `1 ${name} Lane, Goldwater`,
  website: null,
  phone: null,
})

async function saveTable(customer: Customer, names: string[]): Promise<string> {
  const data = { name: 'Shops', query: 'shop in goldwater', businesses: names.map(business) }
  const response = await customer.api.post('/api/business/tables', { data })
  expect(response.ok(), await response.text()).toBe(true)
  return `/tables/${(await response.json()).id}`
}

async function addProspects(customer: Customer, count: number) {
  for (let n = 1; n <= count; n++)
    await customer.api.post('/api/prospecting/prospect', { data: { email: `p${n}@mill.example` } })
}

const filtersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ })

/** The box around a cell's text, which may be smaller than the cell. */
const textBox = (cell: Locator) =>
  cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { x, width } = range.getBoundingClientRect()
    return { x, width }
  })

test('a phone shows whole lists, with filters behind a button (PROS-02, SHELL-17)', { tag: '@long' }, async ({
  page,
  customer,
}) => {
  await test.step('on a phone the first prospect is in view, and the filters stand behind a button that counts those set', async () => {
    await addProspects(customer, 3)
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/prospects')
    await expect(page.getByText('p3@mill.example')).toBeInViewport({ ratio: 1 })
    await expect(page.getByLabel('Search prospects')).toBeInViewport({ ratio: 1 })
    await expect(page.getByLabel('Status')).toBeHidden()

    await filtersButton(page).click()
    await expect(filtersButton(page)).toHaveAttribute('aria-expanded', 'true')
    for (const name of ['Status', 'Business table'])
      await expect(page.getByRole('search').getByLabel(name)).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.getByLabel('Status').selectOption('new')
    await expect(filtersButton(page)).toHaveAccessibleName('Filters 1 set')
    await filtersButton(page).click()
    await expect(page.getByLabel('Status')).toBeHidden()

    // The checkbox for all rows and the sort order share one line.
    const middleOf = async (name: 'Select all' | 'Sort by') => {
      const box = await page
        .getByLabel(name, { exact: name === 'Sort by' })
        .first()
        .boundingBox()
      return box!.y + box!.height / 2
    }
    expect(Math.abs((await middleOf('Select all')) - (await middleOf('Sort by')))).toBeLessThan(4)

    await page.getByLabel('Sort by').selectOption({ label: 'Last Contact ↓' })
    await expect(page).toHaveURL(/sort=last_contact&direction=descending/)

    await page.setViewportSize({ width: 768, height: 900 })
    await expect(filtersButton(page)).toBeHidden()
    await expect(page.getByLabel('Status')).toHaveValue('new')
  })
  await test.step('every list with filters has them behind the same button on a phone', async () => {
    const table = await saveTable(customer, ['Corner Shop'])
    const entry = await customer.api.post('/api/suppressions', { data: { text: 'nobody@mill.example' } })
    expect(entry.ok(), await entry.text()).toBe(true)
    await page.setViewportSize({ width: 360, height: 780 })
    for (const [path, search, filter] of [
      [table, 'Search businesses', 'Prospects'],
      ['/do-not-contact', 'Search the list', 'Reason'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByLabel(search)).toBeVisible()
      const hidden = page.getByRole('search').getByLabel(filter, { exact: true })
      await expect(hidden).toBeHidden()
      await filtersButton(page).click()
      await expect(hidden).toBeVisible()
    }
  })
  await test.step('on a phone nothing shows below the buttons of an import', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/prospects')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import prospects' })
    const buffer = Buffer.from('Email,Name\nada@mill.example,Ada\n')
    await dialog.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
    await expect(dialog.getByRole('button', { name: 'Check 1 row', exact: true })).toBeVisible()
    const last = dialog.getByRole('button', { name: 'Choose another file' })
    await expect(last).toBeInViewport({ ratio: 1 })
    const { y, height } = (await last.boundingBox())!
    // The buttons get the click, not a field scrolled beneath them.
    const isButtons = await last.evaluate(
      (button, [x, bottom]) => document.elementFromPoint(x, bottom)?.contains(button) ?? false,
      [100, y + height + 20] as const,
    )
    expect(isButtons || y + height + 20 > 780).toBe(true)
  })
})

test('row actions cover nothing that has to be read (GATHER-20, SHELL-17)', {
  tag: '@long',
}, async ({ page, customer }) => {
  await test.step('what can be done to a business does not lie over the result, which gives its reason', async () => {
    const table = await saveTable(customer, ['Corner Shop', 'Mill'])
    const reason = 'The website says that no robot may read it, so nobody was looked for on any of its pages.'
    await page.route('**/api/business/table/*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      for (const row of answer.businesses ?? [])
        Object.assign(row, { gathering_outcome: 'refused_by_robots', gathering_explanation: reason })
      return route.fulfill({ response, json: answer })
    })
    await page.goto(table)
    const row = page.getByRole('row').filter({ hasText: 'Corner Shop' })
    const badge = row.getByTitle(reason)
    await expect(badge).toContainText('Blocks crawlers')
    await row.hover()
    const told = (await badge.boundingBox())!
    for (const name of ['Edit Corner Shop', 'Delete Corner Shop']) {
      const button = await page.getByRole('button', { name }).boundingBox()
      expect(told.x + told.width).toBeLessThanOrEqual(button!.x)
    }
  })
  await test.step('what can be done to a row covers what it lies over whole, or has a column of its own', async () => {
    await addProspects(customer, 1)
    await customer.api.post('/api/suppressions', { data: { text: 'nobody@mill.example' } })
    await page.goto('/do-not-contact')
    const entry = page.getByRole('row').filter({ hasText: 'nobody@mill.example' })
    await entry.hover()
    const since = await textBox(entry.getByRole('cell').nth(-2))
    const remove = (await entry.getByRole('button').boundingBox())!
    expect(since.x + since.width).toBeLessThanOrEqual(remove.x)

    // Written to last week, so that the cell holds a date.
    await page.route('**/api/prospecting/prospects?*', async (route) => {
      const response = await route.fetch()
      const rows = await response.json()
      for (const row of rows) row.last_contact = '2026-03-10T09:30:00.000Z'
      return route.fulfill({ response, json: rows })
    })
    await page.goto('/prospects')
    const row = page.getByRole('row').filter({ hasText: 'p1@mill.example' })
    await row.hover()
    const date = await textBox(row.getByRole('cell').nth(-2))
    const buttons = (await row.locator('.row-actions').boundingBox())!
    expect(date.width).toBeGreaterThan(40)
    expect(buttons.x).toBeLessThanOrEqual(date.x)
  })
})

test('a form fills a small screen, with equal margins (SHELL-17)', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  for (const path of ['/feedback', '/settings?tab=preferences']) {
    await page.goto(path)
    const card = page.locator('#main section').first()
    await expect(card).toBeVisible()
    const { x, width } = (await card.boundingBox())!
    expect(Math.abs(768 - width - 2 * x)).toBeLessThan(2)
  }
})
