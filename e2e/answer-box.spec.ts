import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { personOf, sendAndWait } from './support/conversations.ts'
import { type Customer, expect, test } from './support/customer.ts'

const box = (page: Page) => page.getByLabel('Your answer')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function oneReply(customer: Customer, page: Page) {
  const email = personOf(customer, 'anna')
  await sendAndWait(customer, { name: 'Spring', people: { [email]: 'Could you send a sample?' } })
  await page.goto('/inbox')
  await expect(box(page)).toBeVisible()
  return email
}

test('a draft outlives a reload, its answer is taken back, changed and sent with a file (INBOX-31, INBOX-32, INBOX-35, INBOX-38)', async ({
  page,
  customer,
}) => {
  const email = await oneReply(customer, page)
  await box(page).fill('With pleasure.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(box(page)).toHaveValue('With pleasure.')

  await press(page, 'Send answer')
  await expect(page.getByText('Your answer will be sent in 10 seconds')).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await press(page, 'Undo')
  await expect(box(page)).toHaveValue('With pleasure.')

  await page.setInputFiles('input[type=file]', {
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('A sample of each'),
  })
  await expect(page.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible()
  await box(page).press('End')
  await box(page).pressSequentially(' Two boxes.')
  await box(page).press('Control+Enter')
  await expect(box(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Remove plan.txt' })).toHaveCount(0)
  const answer = await customer.waitForMail(/^Re: /, email)
  expect(answer.text).toContain('With pleasure. Two boxes.')
})

test('two windows keep both texts of a draft (INBOX-35)', async ({ page, customer, context }) => {
  await oneReply(customer, page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(box(other)).toBeVisible()
  const saved = Promise.withResolvers<void>()
  await other.route('**/draft', async (route) => {
    await saved.promise
    await route.continue()
  })
  await box(other).fill('From the second window')
  await box(page).fill('Once more from the first')
  await box(page).blur()
  await expect(page.getByText('Draft saved')).toBeVisible()
  saved.resolve()
  await expect(other.getByText('This draft was changed in another window.')).toBeVisible()
  await expect(other.getByText('Once more from the first')).toBeVisible()
  await expect(box(other)).toHaveValue('From the second window')
  await press(other, 'Keep mine')
  await expect(other.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(box(page)).toHaveValue('From the second window')
})

test('a saved reply is written, inserted at the caret and undone (INBOX-36)', async ({ page, customer }) => {
  await oneReply(customer, page)
  await press(page, 'Saved replies')
  await press(page, 'Manage saved replies')
  await press(page, 'Add saved reply')
  const form = page.getByRole('dialog').last()
  await form.getByLabel('Name').fill('Prices')
  await form.getByLabel('Text').fill('Dear {{firstName|friend}}, 12 EUR in {{city}}.')
  await form.getByRole('button', { name: 'Add saved reply' }).click()
  await expectAccessible(page)
  await press(page, 'Edit Prices')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByText('Close').click()
  await box(page).fill('Hello. Bye')
  for (let back = 0; back < 4; back += 1) await box(page).press('ArrowLeft')
  await press(page, 'Saved replies')
  await expect(page.getByPlaceholder('Search saved replies')).toBeFocused()
  await page.keyboard.type('price')
  await expect(page.getByRole('option', { name: /^Prices/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('Hello.Dear anna, 12 EUR in {{city}}. Bye')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(box(page)).toHaveValue('Hello. Bye')
})
