import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

/** A 2 × 2 image. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWM4M9P4zExjBggFAC8SBmHgon/iAAAAAElFTkSuQmCC',
  'base64',
)

const fill = async (page: Page, title = 'It is stuck') => {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('I pressed Save.\nNothing happened.')
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()

test('a sent request says thank you, empties the form, is listed and reaches the operator (SUP-07)', async ({
  customer,
  quietPage: page,
}) => {
  await page.goto('/feedback')
  await page.getByLabel('Type').selectOption('question')
  await page.getByLabel('Priority').selectOption('high')
  const title = `Where is ${customer.email}?`
  await fill(page, title)
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
  await submit(page)
  await expect(page.getByText('Thank you for contacting us! We will review it shortly.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Description')).toHaveValue('')
  await expect(page.getByLabel('Type')).toHaveValue('bug')
  await expect(page.getByLabel('Priority')).toHaveValue('medium')
  await expect(page.getByText('a.png')).toBeHidden()
  const item = page.getByRole('listitem').filter({ hasText: title })
  await expect(item.getByText('Open')).toBeVisible()
  await item.getByText(title).click()
  await expect(item.getByText('With a screenshot.')).toBeVisible()
  await expectAccessible(page)
  const mail = await customer.waitForMail(new RegExp(customer.email), 'operator@goldpan.example')
  expect(mail.subject).toBe(`[Question] ${title}`)
})

test('what is being typed survives an ended session: one logs in again and goes on', {
  tag: '@long',
}, async ({ customer, page }) => {
  await page.goto('/feedback')
  await fill(page, 'Half written')
  await page.context().clearCookies()
  await submit(page)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/feedback$/)
  await expect(page.getByLabel('Title')).toHaveValue('Half written')
  await expect(page.getByLabel('Description')).toHaveValue('I pressed Save.\nNothing happened.')
})
