import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openTab } from './support/campaign-tabs.ts'
import { expect, test } from './support/customer.ts'

const COPY = 'We repair bakery ovens within one working day. A visit costs 90 EUR.'

const post = async (page: Page, path: string, data: unknown) =>
  (await page.request.post(path, { data })).json()

/** A campaign with one prospect, opened. */
async function openCampaign(page: Page, template?: { subject: string; body: string }): Promise<string> {
  const { id } = await post(page, '/api/campaigns', { name: 'Spring', marketing_copy: COPY })
  const ada = { email: 'ada@pan.example', first_name: 'ada' }
  const { id: prospect } = await post(page, '/api/prospecting/prospect', ada)
  await post(page, `/api/campaigns/${id}/prospects`, { prospects: [prospect] })
  if (template) await page.request.put(`/api/campaigns/${id}/template`, { data: template })
  await page.goto(`/campaigns/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible()
  await openTab(page, 'Emails')
  return id
}

async function openEditor(page: Page) {
  await page.getByRole('button', { name: 'Edit template' }).click()
  return page.getByRole('dialog', { name: 'Edit template' })
}

test('a test goes to oneself from the editor as it stands, and from a recipient’s email', async ({
  customer,
  page,
}) => {
  await openCampaign(page, { subject: 'Ovens', body: 'Dear {{businessName}}' })
  const editor = await openEditor(page)
  await editor.getByLabel('Subject').fill('Hot ovens for {{firstName|you}}')
  await editor.getByRole('button', { name: 'Send a test to myself' }).click()
  await expect(page.getByText(`Test sent to ${customer.email}`)).toBeVisible()
  await expectAccessible(page)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/mailbox')
  await page
    .getByRole('button', { name: '[Test] Hot ovens for ada' })
    .filter({ hasText: customer.email })
    .click()
  await expect(page.getByRole('heading', { name: '[Test] Hot ovens for ada' })).toBeVisible()
  await expect(page.frameLocator('[title="Message content"]').getByText(/^Dear/)).toBeVisible()
  await page.getByText('Headers').click()
  await expect(page.getByText('message-id:', { exact: true })).toBeVisible()
})

test('placeholders are chips where one writes and can be undone, and the checks name what is broken', async ({
  customer: _customer,
  page,
}) => {
  await openCampaign(page, { subject: 'Ovens', body: 'Dear {{businessName}}' })
  const editor = await openEditor(page)
  const body = editor.getByLabel('Body')
  await expect(editor.getByRole('button', { name: 'Undo' })).toBeDisabled()
  await body.press('End')
  await editor.getByRole('button', { name: 'First name' }).click()
  await expect(body).toHaveValue(/^Dear \{\{businessName\}\}\{\{firstName/)
  await body.press('Control+z')
  await expect(body).toHaveValue('Dear {{businessName}}')
  await editor.getByRole('button', { name: 'First name' }).click()
  await expect(body).toHaveValue(/^Dear \{\{businessName\}\}\{\{firstName/)
  await editor.getByRole('button', { name: 'Undo' }).click()
  await expect(body).toHaveValue('Dear {{businessName}}')
  await page.setViewportSize({ width: 360, height: 740 })
  await body.fill('Dear {{businessName|you of the bakery}}, a long line that breaks. '.repeat(20))
  const chip = editor.locator('mark', { hasText: 'businessName' }).first()
  await expect(chip).toBeInViewport()
  const heights = await body.evaluate((field) => [
    field.scrollHeight,
    field.clientHeight,
    field.previousElementSibling!.clientHeight,
  ])
  expect(new Set(heights), 'chips stay behind their letters').toHaveProperty('size', 1)
  await body.fill('Dear {{businessName}} {{firstName|{{lastName}}}}')
  const checks = editor.getByRole('region', { name: 'Checks' })
  await expect(checks).toContainText('A placeholder is not closed or is inside another')
  await expect(checks).toContainText('1 recipient has no value for {{lastName}}')
  await editor.getByRole('button', { name: 'Save template' }).click()
  await expect(editor).toBeVisible()
})

test('a text that is being written shows as it grows, and a broken connection is said', {
  tag: '@long',
}, async ({ customer: _customer, page }) => {
  const id = await openCampaign(page)
  const line = JSON.stringify({ kind: 'text', body: 'Hello {{firstName|there}}, half' })
  await page.route(`**/api/campaigns/${id}/generate`, (route) =>
    route.fulfill({ status: 200, contentType: 'application/x-ndjson', body: `${line}\n` }),
  )
  await page.getByRole('button', { name: 'Generate emails' }).click()
  await expect(page.getByText('Network error: the server could not be reached.')).toBeVisible()
  await page.unroute(`**/api/campaigns/${id}/generate`)
  await page.getByRole('button', { name: 'Generate emails' }).click()
  await expect(page.getByText('1 email written')).toBeVisible()
  await expect(page.getByText('90 EUR').first()).toBeVisible()
})

test('of two windows that edit one campaign the second sees what differs before it saves', {
  tag: '@long',
}, async ({ customer: _customer, page }) => {
  const { id } = await post(page, '/api/campaigns', { name: 'Spring', marketing_copy: COPY })
  await page.goto(`/campaigns/${id}/edit`)
  await page.getByLabel('Campaign name').fill('Mine')
  const theirs = { name: 'Theirs', marketing_copy: 'We sell ovens.' }
  await page.request.put(`/api/campaigns/${id}`, { data: theirs })
  await page.setViewportSize({ width: 360, height: 560 })
  await page.getByRole('button', { name: 'Save campaign' }).click()
  const told = page.getByRole('status').filter({ hasText: 'Changed in another window' })
  await expect(told.getByText('Changed in another window')).toBeInViewport()
  await expect(page.locator(':focus').filter({ has: told })).toBeVisible()
  await expect(told).toContainText('Theirs')
  await expect(told).toContainText('We sell ovens.')
  await expectAccessible(page)
  await told.getByRole('button', { name: 'Use those fields' }).click()
  await expect(page.getByLabel('Campaign name')).toHaveValue('Theirs')
  await page.getByLabel('Campaign name').fill('Both')
  await page.getByRole('button', { name: 'Save campaign' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Both' })).toBeVisible()
})
