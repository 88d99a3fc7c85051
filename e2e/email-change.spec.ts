import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { type Customer, createCustomer, expect, linkOf, test } from './support/customer.ts'

const newAddressOf = (customer: Customer) => `new-${customer.email}`

async function askForChange(page: Page, customer: Customer) {
  await page.goto('/settings')
  await page.getByLabel('Email', { exact: true }).fill(newAddressOf(customer))
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Waiting for your confirmation')).toBeVisible()
}

const openChange = async (page: Page, customer: Customer) => {
  const { pathname, search } = linkOf(
    await customer.waitForMail(/confirm your new email/, newAddressOf(customer)),
  )
  await page.goto(pathname + search)
}

async function logIn(page: Page, { email, password }: Customer) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const profileOf = async ({ api }: Customer) => (await api.get('/api/user/profile')).json()

test('the link in the letter to a new address asks a signed-out user to log in with the old one, and continues', {
  tag: '@long',
}, async ({ browser, customer, page }) => {
  await askForChange(page, customer)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await openChange(other, customer)
  await expect(other.getByText('Please log in with your old address to confirm the new one.')).toBeVisible()
  expect((await profileOf(customer)).email).toBe(customer.email)
  await logIn(other, customer)
  await expect(other.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
  const profile = await (await elsewhere.request.get('/api/user/profile')).json()
  expect(profile.email).toBe(newAddressOf(customer))
  await elsewhere.close()
})

test('a user logged in with another account is told so, and continues after logging in with the right one', {
  tag: '@long',
}, async ({ browser, customer, page }) => {
  await askForChange(page, customer)
  const elsewhere = await browser.newContext()
  await createCustomer(elsewhere, 'Eve')
  const other = await elsewhere.newPage()
  await openChange(other, customer)
  await expect(other.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  await expect(other.getByText('You are logged in with another account.')).toBeVisible()
  await other.getByRole('button', { name: 'Back to Login' }).click()
  await logIn(other, customer)
  await expect(other.getByRole('heading', { name: 'Verification Successful!' })).toBeVisible()
  await elsewhere.close()
})

test('one click in the letter to the old address stops a change and leads to a new password', {
  tag: '@long',
}, async ({ browser, customer, page }) => {
  await askForChange(page, customer)
  const stop = linkOf(await customer.waitForMail(/about to change/))
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(stop.pathname + stop.search)
  await expect(other.getByRole('heading', { name: 'Stop the change of your email address?' })).toBeVisible()
  await expectAccessible(other)
  expect((await profileOf(customer)).pending_email).toBe(newAddressOf(customer))
  await other.getByRole('button', { name: 'Stop the change' }).click()
  await expect(other.getByRole('heading', { name: 'The change was stopped' })).toBeVisible()
  await expect(other.getByText(newAddressOf(customer))).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(other.getByLabel('Email')).toHaveValue(customer.email)
  await expect(other.getByRole('button', { name: 'Send reset instructions' })).toBeVisible()
  expect((await customer.api.get('/api/user/profile')).status()).toBe(401)
  await other.goto(stop.pathname + stop.search)
  await other.getByRole('button', { name: 'Stop the change' }).click()
  await expect(other.getByText(/There is nothing to stop/)).toBeVisible()
  await elsewhere.close()
})
