import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

/** A 2 × 2 image. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWM4M9P4zExjBggFAC8SBmHgon/iAAAAAElFTkSuQmCC',
  'base64',
)

const openForm = async (page: Page) => {
  await page.goto('/email-options')
  await page.getByRole('button', { name: 'Add Signature', exact: true }).click()
  return page.getByRole('dialog', { name: 'Add Signature' })
}

/** Answers calls to an address as a server would that fails without a sentence of its own. */
const failSilently = (page: Page, path: string, method: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )

const addSignature = (page: Page, name: string, content: string, is_default = false) =>
  page.request.post('/api/email/signatures', { data: { name, content, is_default } })

test('a first signature is written, previewed, saved and shown as it will look (SIG-01, SIG-13)', async ({
  customer,
  quietPage: page,
}) => {
  await page.goto('/email-options')
  await expect(page.getByRole('heading', { name: 'Email Options' })).toBeVisible()
  await expect(page.getByText('No Signatures Yet')).toBeVisible()
  await expectAccessible(page)
  const form = await openForm(page)
  await form.getByLabel('Name').fill('Work')
  await form.getByLabel('Content').fill(`${customer.firstName} Pan\nGoldwater <script>alert(1)</script>`)
  await form.getByRole('checkbox', { name: 'Default signature' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add signature' }).click()
  await expect(form).toBeHidden()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Work/ }) })
  await expect(card.getByText('Default', { exact: true })).toBeVisible()
  await expect(card.getByRole('region', { name: 'Preview of Work' })).toContainText('Goldwater')
  await expect(card.locator('script')).toHaveCount(0)
  await expectAccessible(page)
})

test('a link needs an address and words, and opens in a new tab (SIG-09, SIG-10, WRITE-15)', async ({
  customer: _customer,
  page,
}) => {
  const form = await openForm(page)
  await form.getByRole('button', { name: 'Insert link' }).click()
  const link = page.getByRole('dialog', { name: 'Insert link' })
  await link.getByRole('button', { name: 'Insert link' }).click()
  await expect(link.getByText('URL is required for hyperlinks')).toBeVisible()
  await expect(link.getByText('Link text is required for hyperlinks')).toBeVisible()
  await link.getByLabel('URL').fill('shop.example/offer')
  await link.getByLabel('Link text').fill('Our shop')
  await link.getByRole('button', { name: 'Insert link' }).click()
  await expect(link).toBeHidden()
  const shown = form.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'Our shop' })
  await expect(shown).toHaveAttribute('href', 'https://shop.example/offer')
  await expect(shown).toHaveAttribute('target', '_blank')
  await expect(shown).toHaveClass(/hyperlink/)
})

test('an uploaded image stands where its placeholder was, from our own address', async ({
  customer: _customer,
  page,
}) => {
  const form = await openForm(page)
  await form.getByLabel('Name').fill('Logo')
  await form.getByLabel('Content').fill('Ada ')
  await form.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
  await expect(form.getByLabel('Content')).toHaveValue('Ada [image]')
  await form.getByRole('button', { name: 'Add signature' }).click()
  const image = page.getByRole('region', { name: 'Preview of Logo' }).locator('img')
  await expect(image).toHaveAttribute('src', /\/files\/signatures\/[0-9a-f-]+\.png$/)
  await expect(image).toHaveCSS('max-width', '200px')
})

test('a signature that is typed and not saved survives a reload', async ({ customer: _customer, page }) => {
  const first = await openForm(page)
  await first.getByLabel('Name').fill('Half')
  await first.getByLabel('Content').fill('Ada of the\noven works')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  const again = await openForm(page)
  await expect(again.getByText('What you had typed and not saved is back.')).toBeVisible()
  await expect(again.getByLabel('Name')).toHaveValue('Half')
  await again.getByRole('button', { name: 'Add signature' }).click()
  await expect(page.getByText('Signature added')).toBeVisible()
  await expect((await openForm(page)).getByLabel('Name')).toHaveValue('')
})

test('deleting a signature that campaigns use says so first', async ({ customer: _customer, page }) => {
  const { id } = await (await addSignature(page, 'Work', 'Ada')).json()
  const data = { name: 'Spring', marketing_copy: 'We repair ovens.' }
  const campaign = await (await page.request.post('/api/campaigns', { data })).json()
  await page.request.put(`/api/campaigns/${campaign.id}/signature`, { data: { signature_id: id } })
  await page.goto('/email-options')
  await page.getByRole('button', { name: 'Delete Work' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 campaign uses it')
})

test('the default is chosen, and says so when that fails (SIG-25)', async ({ customer: _customer, page }) => {
  await addSignature(page, 'First', 'Ada', true)
  await addSignature(page, 'Second', 'Ada')
  await failSilently(page, '/api/email/signatures/*/default', 'POST')
  await page.goto('/email-options')
  await page.getByRole('button', { name: 'Set as default' }).click()
  await expect(page.getByText('Failed to set default signature')).toBeVisible()
  await page.unroute('**/api/email/signatures/*/default')
  await page.getByRole('button', { name: 'Set as default' }).click()
  await expect(page.getByRole('heading', { name: 'Second Default' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'First Default' })).toBeVisible()
})

