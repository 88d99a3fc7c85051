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

test('a signature without name or content is refused at the field (SIG-05, SIG-06)', async ({
  customer: _customer,
  page,
}) => {
  const form = await openForm(page)
  await form.getByRole('button', { name: 'Add signature' }).click()
  await expect(form.getByText('Signature name is required')).toBeVisible()
  await expect(form.getByText('Signature content is required')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
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

test('only images are taken, and only under 2 MB (SIG-07, SIG-08)', async ({ customer: _customer, page }) => {
  const form = await openForm(page)
  const input = form.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await expect(form.getByText('Please select a valid image file')).toBeVisible()
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) })
  await expect(form.getByText('Image size must be less than 2MB')).toBeVisible()
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['a'], 'a.txt', { type: 'text/plain' }))
    return transfer
  })
  await form.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(form.getByText('Please drop a valid image file')).toBeVisible()
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

test('an upload that fails without words says so (SIG-26)', async ({ customer: _customer, page }) => {
  await failSilently(page, '/api/upload-signature-image', 'POST')
  const form = await openForm(page)
  await form.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
  await expect(form.getByText('Failed to upload image')).toBeVisible()
})

test('a signature is edited and nothing typed is lost when saving fails (SIG-21, SIG-22)', async ({
  customer: _customer,
  page,
}) => {
  await addSignature(page, 'Work', 'Ada & Co\nGoldwater')
  await failSilently(page, '/api/email/signatures', 'POST')
  await failSilently(page, '/api/email/signatures/*', 'PUT')
  const adding = await openForm(page)
  await adding.getByLabel('Name').fill('New')
  await adding.getByLabel('Content').fill('Words')
  await adding.getByRole('button', { name: 'Add signature' }).click()
  await expect(page.getByText('Failed to add signature')).toBeVisible()
  await expect(adding.getByLabel('Content')).toHaveValue('Words')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Edit Work' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Signature' })
  await expect(editing.getByLabel('Content')).toHaveValue('Ada & Co\nGoldwater')
  await editing.getByLabel('Name').fill('Renamed')
  await editing.getByRole('button', { name: 'Save signature' }).click()
  await expect(page.getByText('Failed to update signature')).toBeVisible()
  await expect(editing.getByLabel('Name')).toHaveValue('Renamed')
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

test('a deleted signature goes at once and comes back when the server refuses (SIG-24)', async ({
  customer: _customer,
  page,
}) => {
  await addSignature(page, 'Work', 'Ada')
  await failSilently(page, '/api/email/signatures/*', 'DELETE')
  await page.goto('/email-options')
  await page.getByRole('button', { name: 'Delete Work' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete signature')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Work' })).toBeVisible()
  await page.unroute('**/api/email/signatures/*')
  await page.getByRole('button', { name: 'Delete Work' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No Signatures Yet')).toBeVisible()
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

test('signatures that cannot be fetched are said to be, with another try (SIG-20)', async ({
  customer: _customer,
  page,
}) => {
  await failSilently(page, '/api/email/signatures', 'GET')
  await page.goto('/email-options')
  await expect(page.getByText('Failed to fetch signatures')).toBeVisible()
  await page.unroute('**/api/email/signatures')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No Signatures Yet')).toBeVisible()
})

test('the return address is lower-cased as typed, checked, saved and shown in full (SIG-28, SIG-30, SIG-32)', async ({
  customer,
  page,
}) => {
  await page.goto('/email-options')
  const field = page.getByLabel('Email ID')
  await field.fill('.Ada')
  await expect(field).toHaveValue('.ada')
  await field.blur()
  const invalid =
    'Invalid email ID format. Use only letters, numbers, dots, and hyphens. Must start and end with a letter or number.'
  await expect(page.getByText(invalid)).toBeVisible()
  const free = `ada-${customer.email.split('@')[0]}`
  await field.fill(free.toUpperCase())
  await expect(page.getByText('This email ID is free')).toBeVisible()
  await expect(page.getByText(`${free}@reply.goldpan.example`)).toBeVisible()
  await page.getByRole('button', { name: 'Save return address' }).click()
  await expect(page.getByText('Return address saved')).toBeVisible()
  await expect(
    page.getByText(/^Incoming mail: \d+ MB of 500 MB used\. .* are kept for one year;/),
  ).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue(free)
})

test('a taken return address and a failing server are told apart (SIG-31, SIG-33)', async ({
  customer: _customer,
  page,
}) => {
  let answer: object = { message: 'duplicate key value violates unique constraint' }
  await page.route('**/api/email/return-address', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: answer }) : route.fallback(),
  )
  await page.goto('/email-options')
  await page.getByLabel('Email ID').fill('ada-of-goldwater')
  await page.getByRole('button', { name: 'Save return address' }).click()
  await expect(page.getByText('This email ID is already in use. Please choose another.')).toBeVisible()
  answer = {}
  await page.getByRole('button', { name: 'Save return address' }).click()
  await expect(page.getByText('Failed to update return email ID')).toBeVisible()
})
