import { expect, test } from '@playwright/test'

test('login shows the bot check that the server names, and asks for it (ACC-05, ACC-06)', async ({
  page,
}) => {
  const settings = page.waitForResponse('**/api/bot-check')
  await page.goto('/login')
  expect(await (await settings).json()).toEqual({ provider: 'altcha', site_key: null })
  await page.getByLabel('Email').fill('ada@shop.example')
  await page.getByLabel('Password', { exact: true }).fill('sieve-and-gravel-7')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Please complete the reCAPTCHA verification')).toBeVisible()
})

test('signup without the bot check is refused (ACC-24)', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Pan')
  await page.getByLabel('Email').fill('ada@shop.example')
  await page.getByLabel('Password', { exact: true }).fill('sieve-and-gravel-7')
  await page.getByLabel('Confirm password').fill('sieve-and-gravel-7')
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Please complete the reCAPTCHA verification')).toBeVisible()
})
