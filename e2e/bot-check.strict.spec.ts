import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

const box = (page: Page) => page.getByRole('checkbox', { name: "I'm not a robot" })

test('login shows the server’s bot check, requires it, and passes it by keyboard, in 160 KB of JavaScript (ACC-01, ACC-05, ACC-06)', async ({
  quietPage: page,
}) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  const settings = page.waitForResponse('**/api/bot-check')
  await page.goto('/login')
  expect(await (await settings).json()).toEqual({ provider: 'altcha', site_key: null })
  await page.getByLabel('Email').fill('ada@customer.example')
  await page.getByLabel('Password', { exact: true }).fill('sieve-and-gravel-7')
  await page.getByRole('button', { name: 'Log in' }).click()
  const refusal = page.getByText('Please complete the reCAPTCHA verification')
  await expect(refusal).toBeVisible()
  await expect(box(page)).toBeFocused()
  const worker = page.waitForEvent('worker')
  await page.keyboard.press('Space')
  scripts.add((await worker).url())
  await expect(page.getByRole('status').filter({ hasText: 'Verified' })).toBeVisible()
  await expect(box(page)).toBeChecked()
  await expect(refusal).toBeHidden()
  await expectAccessible(page)
  const sizes = await Promise.all(
    [...scripts].map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(160_000)
})

test('signup without the bot check is refused, and subscribing waits for it (ACC-24, LIST-03)', async ({
  page,
}) => {
  await page.goto('/signup')
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Pan'],
    ['Email', 'ada@shop.example'],
    ['Password', 'sieve-and-gravel-7'],
    ['Confirm password', 'sieve-and-gravel-7'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Please complete the reCAPTCHA verification')).toBeVisible()

  await page.goto('/subscribe')
  const button = page.getByRole('button', { name: 'Subscribe' })
  await expect(button).toBeDisabled()
  await page.getByLabel('Email').fill(`strict-${randomUUID()}@reader.example`)
  await box(page).click()
  await expect(page.getByText('Verified')).toBeVisible()
  await button.click()
  await expect(page.getByRole('heading', { name: 'Thanks for Subscribing' })).toBeVisible()
})

test('after a failed login the check passes again by itself with a new token', { tag: '@long' }, async ({
  page,
}) => {
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

test('a failed check can be retried, and a passed one expires', { tag: '@long' }, async ({ page }) => {
  await test.step('a failed check says so, stays open and can be retried', async () => {
    await page.route('**/api/bot-check/challenge', (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/login')
    await box(page).click()
    await expect(page.getByText('The check did not work. Please try again.')).toBeVisible()
    await expect(box(page)).not.toBeChecked()
    await page.unroute('**/api/bot-check/challenge')
    await box(page).check()
    await expect(page.getByText('Verified')).toBeVisible()
  })
  await test.step('a passed check expires', async () => {
    await page.clock.install()
    await page.goto('/login')
    await box(page).check()
    await expect(page.getByText('Verified')).toBeVisible()
    await page.clock.fastForward('21:00')
    await expect(page.getByText('The check has expired. Please tick the box again.')).toBeVisible()
    await expect(box(page)).not.toBeChecked()
  })
})
