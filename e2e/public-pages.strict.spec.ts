import { expect, test } from '@playwright/test'

test('the button of the sign-up waits for the bot check (LIST-03)', async ({ page }) => {
  await page.goto('/subscribe')
  const button = page.getByRole('button', { name: 'Subscribe' })
  await expect(button).toBeDisabled()
  await page.getByLabel('Email').fill(`strict-${Date.now()}@reader.example`)
  await page.getByRole('checkbox', { name: /robot/i }).click()
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 })
  await expect(button).toBeEnabled()
  await button.click()
  await expect(page.getByRole('heading', { name: 'Thanks for Subscribing' })).toBeVisible()
})
