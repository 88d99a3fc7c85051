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

test('the form has type, title, description, priority and an optional screenshot, with its defaults (SUP-01, SUP-02)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  await page.goto('/feedback')
  await expect(page.getByRole('heading', { name: 'Feedback & Support' })).toBeVisible()
  await expect(page.getByLabel('Type')).toHaveValue('bug')
  await expect(page.getByLabel('Type').locator('option')).toHaveText([
    'Bug Report',
    'Feature Request',
    'Suggestion',
    'Question',
  ])
  await expect(page.getByLabel('Priority')).toHaveValue('medium')
  await expect(page.getByText('PNG, JPG or GIF')).toBeVisible()
  await expectAccessible(page)
})

test('a request without title or description is refused (SUP-03)', async ({ customer: _customer, page }) => {
  await page.goto('/feedback')
  await submit(page)
  await expect(page.getByText('Please fill in all required fields')).toHaveCount(1)
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Only a title')
  await submit(page)
  await expect(page.getByText('Please fill in all required fields')).toBeVisible()
})

test('only an image under 5 MB is taken as a screenshot (SUP-04, SUP-05)', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/feedback')
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await expect(page.getByText('Please choose an image (PNG, JPG or GIF)')).toBeVisible()
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) })
  await expect(page.getByText('File size must be less than 5MB')).toBeVisible()
})

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
  await expect(item.getByText('A screenshot was sent along.')).toBeVisible()
  await expectAccessible(page)
  const mail = await customer.waitForMail(new RegExp(customer.email), 'operator@goldpan.example')
  expect(mail.subject).toBe(`[Question] ${title}`)
})

test('a request that can’t be sent shows the server’s words or its own, and keeps what was typed (SUP-08)', async ({
  customer: _customer,
  page,
}) => {
  await page.goto('/feedback')
  await fill(page)
  let answer: object = {}
  await page.route('**/api/support', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: answer }) : route.fallback(),
  )
  await submit(page)
  await expect(page.getByText('Failed to submit feedback')).toBeVisible()
  answer = { message: 'The letterbox is full' }
  await submit(page)
  await expect(page.getByText('The letterbox is full')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('It is stuck')
})

test('what is being typed survives an ended session: one logs in again and goes on', async ({
  customer,
  page,
}) => {
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
