import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

const chosen = 'gravel-and-sieve-in-9-pans'

test('a password is changed with the current one; other browsers are logged out, and the new one logs in', async ({
  customer,
  quietPage: page,
}) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill(customer.password)
  await dialog.getByLabel('New password').fill(chosen)
  await dialog.getByLabel('Confirm password').fill('another')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Passwords do not match')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Confirm password').fill(chosen)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Your other browsers are logged out.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await customer.waitForMail(/password/i)
  const login = (password: string) =>
    customer.api.post('/api/auth/login', { data: { email: customer.email, password, recaptchaToken: 'off' } })
  expect((await login(customer.password)).status()).toBe(401)
  expect((await login(chosen)).status()).toBe(200)
})

test('long after login, a new address requires the password again; this can be cancelled, and continues where it was', {
  tag: '@long',
}, async ({ customer, page }) => {
  const answer = { message: 'Please enter your password to continue', code: 'accounts.password_needed' }
  const wanted = `new-${customer.email}`
  let isProved = false
  await page.route('**/api/user/profile', (route) =>
    route.request().method() === 'PUT' && !isProved
      ? route.fulfill({ status: 403, json: answer })
      : route.fallback(),
  )
  await page.goto('/settings')
  await page.getByLabel('Email', { exact: true }).fill(wanted)
  await page.getByRole('button', { name: 'Save profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(dialog).toBeVisible()
  // Asking for the password isn't an error.
  await expect(page.getByText(answer.message, { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(wanted)

  await page.getByRole('button', { name: 'Save profile' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This password is incorrect')).toBeVisible()
  isProved = true
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`We sent a link to ${wanted}.`)).toBeVisible()
  await expect(dialog).toBeHidden()
})
