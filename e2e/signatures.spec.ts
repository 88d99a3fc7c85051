import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

/** A 2 × 2 image. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWM4M9P4zExjBggFAC8SBmHgon/iAAAAAElFTkSuQmCC',
  'base64',
)

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Add signature', exact: true }).click()
  return page.getByRole('dialog', { name: 'Add signature' })
}

test('signatures have text, a link and an image, look as in the mail, and one is the default (SIG-01, SIG-09, SIG-10, SIG-13, SIG-25, WRITE-15)', async ({
  customer,
  quietPage: page,
}) => {
  await test.step('the first is written and previewed', async () => {
    await page.goto('/email-options')
    await expect(page.getByText('No signatures yet')).toBeVisible()
    const form = await openForm(page)
    await form.getByLabel('Name').fill('Work')
    await form.getByLabel('Content').fill(`${customer.firstName} Pan\nGoldwater <script>alert(1)</script>\n`)
    await form.getByRole('checkbox', { name: 'Default signature' }).check()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Insert link' }).click()
    const link = page.getByRole('dialog', { name: 'Insert link' })
    await link.getByLabel('URL').fill('shop.example/offer')
    await link.getByLabel('Link text').fill('Our shop')
    await link.getByRole('button', { name: 'Insert link' }).click()
    await expect(link).toBeHidden()
    const shown = form.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'Our shop' })
    await expect(shown).toHaveAttribute('href', 'https://shop.example/offer')
    await expect(shown).toHaveAttribute('target', '_blank')
    await expect(shown).toHaveClass(/hyperlink/)
    await form.getByRole('button', { name: 'Add signature' }).click()
    await expect(form).toBeHidden()
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Work/ }) })
    await expect(card.getByText('Default', { exact: true })).toBeVisible()
    await expect(card.getByRole('region', { name: 'Preview of Work' })).toContainText('Goldwater')
    await expect(card.locator('script')).toHaveCount(0)
  })
  await test.step('an uploaded image stands below the line of its placeholder, from our own address', async () => {
    const form = await openForm(page)
    await form.getByLabel('Name').fill('Logo')
    await form.getByLabel('Content').fill('Ada')
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    await expect(form.getByLabel('Content')).toHaveValue('Ada\n[image]')
    await form.getByRole('button', { name: 'Add signature' }).click()
    const image = page.getByRole('region', { name: 'Preview of Logo' }).locator('img')
    await expect(image).toHaveAttribute('src', /\/files\/signatures\/[0-9a-f-]+\.png$/)
    await expect(image).toHaveCSS('max-width', '200px')
    await expect(image.locator('..')).toHaveCSS('display', 'block')
    await expect(image.locator('..')).toHaveText('')
  })
  await test.step('another becomes the default, which can be undone', async () => {
    await page.getByRole('button', { name: 'Set as default' }).click()
    await expect(page.getByRole('heading', { name: 'Logo Default' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'Work Default' })).toBeVisible()
  })
  await test.step('deleting one that a campaign uses says so first', async () => {
    const [{ id }] = await (await page.request.get('/api/email/signatures')).json()
    const data = { name: 'Spring', marketing_copy: 'We repair ovens.' }
    const campaign = await (await page.request.post('/api/campaigns', { data })).json()
    await page.request.put(`/api/campaigns/${campaign.id}/signature`, { data: { signature_id: id } })
    await page.reload()
    await page.getByRole('button', { name: 'Delete Work' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('1 campaign uses it')
  })
})
