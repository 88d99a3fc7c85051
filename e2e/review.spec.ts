import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { type Customer, expect, test } from './support/customer.ts'

/** A gathered table of demo businesses: one has no website, one a host that doesn't resolve. */
async function openGathered(page: Page, customer: Customer): Promise<string> {
  const { port } = new URL(
    page.url() === 'about:blank' ? (test.info().project.use.baseURL ?? '') : page.url(),
  )
  const business = (id: string, website: string | null) => ({
    place_id: `demo:${id}`,
    name: id,
    address: '1 Mill Lane',
    phone: null,
    website,
  })
  const businesses = [
    business('Rising Moon Bakery', `http://rising-moon-bakery.localhost:${port}/`),
    business('Honest Crust', `http://honest-crust.localhost:${port}/`),
    business('Stall', null),
    business('Nowhere', 'http://nobody-lives-here.invalid/'),
  ]
  const saved = await customer.api.post('/api/business/tables', {
    data: { name: 'Bakeries', query: 'bakery', businesses },
  })
  const { id } = await saved.json()
  await page.goto(`/tables/${id}`)
  await page.getByRole('button', { name: /^Gather Prospects/ }).click()
  await expect(page.getByText(/Review the contacts and remove wrong ones/)).toBeVisible({
    timeout: 150_000,
  })
  return id
}

test('a table says what was gathered, skipped and failed, retries failures, and names the source of an address (GATHER-05, GATHER-15, BEYOND-07, BEYOND-08)', {
  tag: '@long',
}, async ({ page, customer, context }) => {
  await openGathered(page, customer)
  const line = page.getByRole('region', { name: 'Gathering' })
  await expect(line).toContainText('at 2 of 4 businesses')
  await expect(line.getByText('1 without a website')).toBeVisible()
  await expect(line.getByText('1 error')).toBeVisible()
  await expect(page.getByText('Prospects Gathered')).toBeVisible()
  await expectTableInUpperThird(page)
  await line.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No prospects were found this time.')).toBeVisible({ timeout: 150_000 })
  await expect(line.getByText('1 error')).toBeVisible()

  await page.getByRole('button', { name: /of Nowhere/ }).click()
  const again = page.getByRole('table', { name: 'Businesses' }).getByRole('button', { name: 'Retry' })
  const started = page.waitForRequest('**/api/prospecting/gather/start')
  await again.click()
  expect((await started).postDataJSON()).toMatchObject({ businessIds: ['demo:Nowhere'] })
  await expect(again).toBeEnabled({ timeout: 150_000 })

  await page.getByRole('button', { name: /of Rising Moon Bakery/ }).click()
  const prospects = page.getByRole('table', { name: 'Prospects of Rising Moon Bakery' })
  await expect(prospects.getByRole('link', { name: /^found on / }).first()).toBeVisible()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect(prospects.getByText('Deliverable').first()).toBeVisible()
  await prospects
    .getByRole('button', { name: /^Where did you get / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Where did you get my address?' })
  await expect(dialog).toContainText('rising-moon-bakery.localhost')
  await dialog.getByRole('button', { name: 'Copy answer' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'you asked where I got your address',
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Record as JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^address-of-.*\.json$/)
})

async function expectTableInUpperThird(page: Page) {
  const { y } = (await page.getByRole('table', { name: 'Businesses' }).boundingBox()) ?? { y: 900 }
  expect(y).toBeLessThan(300)
}

/** On a phone, Keep and Remove are visible at once and don't hide the last lines. */
async function expectWithinReach(page: Page) {
  await page.setViewportSize({ width: 360, height: 560 })
  for (const name of ['Remove', 'Keep'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const last = await page.locator('dd').last().boundingBox()
  const footer = await page.locator('[data-decide]').boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
}

test('contacts are reviewed by keyboard beside what their page says, and a decision can be undone', {
  tag: '@long',
}, async ({ page, customer }) => {
  const id = await openGathered(page, customer)
  const before = (await (await customer.api.get('/api/prospecting/prospects')).json()).length
  await page.getByRole('link', { name: `Review ${before}` }).click()
  const email = page.locator('h2')
  await expect(page.locator('blockquote')).toContainText(/\S/)
  await expectAccessible(page)
  await expectWithinReach(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const first = await email.innerText()
  await page.keyboard.press('d')
  await expect(page.getByRole('status').filter({ hasText: `Removed ${first}` })).toBeVisible()
  await expect(email).not.toHaveText(first)
  await page.keyboard.press('u')
  await expect(email).toHaveText(first)
  await page.keyboard.press('k')
  await expect(page.getByRole('status').filter({ hasText: `Kept ${first}` })).toBeVisible()
  await expect(page.getByText(`1 of ${before} reviewed`)).toBeVisible()
  const taken = page.waitForResponse('**/review/undo')
  await page.keyboard.press('Control+z')
  await expect(email).toHaveText(first)
  expect((await taken).status()).toBe(200)
  await page.keyboard.press('d')
  await expect(email).not.toHaveText(first)
  for (let n = 1; n < before; n++) {
    const shown = await email.innerText()
    await page.keyboard.press('k')
    await expect(page.getByRole('status').filter({ hasText: `Kept ${shown}` })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'All reviewed' })).toBeVisible()
  await expect
    .poll(async () => (await (await customer.api.get('/api/prospecting/prospects')).json()).length)
    .toBe(before - 1)
  // The screen says that all decisions are made while the last one is still being saved.
  await expect
    .poll(
      async () => (await (await customer.api.get(`/api/prospecting/table/${id}/outcomes`)).json()).to_review,
    )
    .toBe(0)
  await page.goto(`/tables/${id}/review`)
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
})

test('all confident contacts are kept at once, which can be undone, and the review ends with a campaign for those kept', {
  tag: '@long',
}, async ({ page, customer }) => {
  const id = await openGathered(page, customer)
  const all: { confidence: number }[] = await (await customer.api.get('/api/prospecting/prospects')).json()
  expect(all.every(({ confidence }) => confidence > 0.8)).toBe(true)
  const count = all.length
  await page.getByRole('link', { name: `Review ${count}` }).click()
  const keepAll = page.getByRole('button', { name: 'Keep all above 80%' })
  await keepAll.click()
  await expect(page.getByText(`${count} of ${count} reviewed`)).toBeVisible()
  await page.getByText(`${count} contacts kept`, { exact: true }).hover()
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByText(`0 of ${count} reviewed`)).toBeVisible()

  await page.keyboard.press('d')
  await expect(page.getByText(`1 of ${count} reviewed`)).toBeVisible()
  await keepAll.click()
  await page.getByRole('link', { name: `Write to these ${count - 1}` }).click()
  await expect(page).toHaveURL(`/campaigns/new?table=${id}&review=kept`)
})
