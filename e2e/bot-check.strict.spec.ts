import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

const box = (page: Page) => page.getByRole('checkbox', { name: "I'm not a robot" })

test('the login page loads in at most 160 KB of gzipped JavaScript, with the bot check', async ({
  quietPage: page,
}) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await page.goto('/login')
  const worker = page.waitForEvent('worker')
  await box(page).check()
  scripts.add((await worker).url())
  await expect(page.getByText('Verified')).toBeVisible()
  const sizes = await Promise.all(
    [...scripts].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeLessThanOrEqual(160_000)
})

test('the bot check is ticked and passed with the keyboard, and says so (ACC-01)', async ({
  quietPage: page,
}) => {
  await page.goto('/login')
  await box(page).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Verified' })).toBeVisible()
  await expect(box(page)).toBeChecked()
  await expectAccessible(page)
})

test('login without the check is refused and leads to it (ACC-05)', async ({ quietPage: page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('ada@customer.example')
  await page.getByLabel('Password', { exact: true }).fill('sieve-and-gravel-7')
  await page.getByRole('button', { name: 'Log in' }).click()
  const refusal = page.getByText('Please complete the reCAPTCHA verification')
  await expect(refusal).toBeVisible()
  await expect(box(page)).toBeFocused()
  await box(page).check()
  await expect(page.getByText('Verified')).toBeVisible()
  await expect(refusal).toBeHidden()
})

test('after a failed login the check passes again by itself, with another token', async ({ page }) => {
  const tokens: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) tokens.push(request.postDataJSON().recaptchaToken)
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@customer.example')
  await page.getByLabel('Password', { exact: true }).fill('sieve-and-gravel-7')
  await box(page).check()
  for (const count of [1, 2]) {
    await expect(page.getByText('Verified')).toBeVisible()
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('No account found with this email address.')).toBeVisible()
    await expect.poll(() => tokens.length).toBe(count)
  }
  expect(new Set(tokens).size).toBe(2)
})

test('a check that fails says so, stays open and can be tried again', async ({ page }) => {
  await page.route('**/api/bot-check/challenge', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/login')
  await box(page).click()
  await expect(page.getByText('The check did not work. Please try again.')).toBeVisible()
  await expect(box(page)).not.toBeChecked()
  await page.unroute('**/api/bot-check/challenge')
  await box(page).check()
  await expect(page.getByText('Verified')).toBeVisible()
})

test('a passed check that was left too long expires', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await box(page).check()
  await expect(page.getByText('Verified')).toBeVisible()
  await page.clock.fastForward('21:00')
  await expect(page.getByText('The check has expired. Please tick the box again.')).toBeVisible()
  await expect(box(page)).not.toBeChecked()
})
