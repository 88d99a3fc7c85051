import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/** Runs the operator's command line on the installation that the tests use. */
export function asOperator(...words: string[]): string {
  return execFileSync(process.execPath, ['apps/server/dist/admin.js', ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: join(process.env.E2E_DATA_DIR ?? '', 'open') },
  })
}

/** Pays an open page of the test checkout with the calls that its buttons make. */
async function pay(page: Page, sessionUrl: string): Promise<void> {
  const id = new URL(sessionUrl).pathname.replace('/pay/', '')
  const response = await page.request.post(`/api/pay/${id}`, { data: { action: 'pay' } })
  expect(response.ok(), await response.text()).toBe(true)
}

export async function buyTokens(page: Page, tokenPackage = 'tokens_50'): Promise<void> {
  const response = await page.request.post('/api/tokens/purchase', { data: { tokenPackage } })
  await pay(page, (await response.json()).sessionUrl)
}

export async function buyPlan(page: Page, plan: 'basic' | 'premium'): Promise<void> {
  const data = { priceId: `price_test_${plan}` }
  const response = await page.request.post('/api/billing/create-checkout-session', { data })
  await pay(page, (await response.json()).sessionUrl)
}

export const enableTokens = (page: Page, tokens_enabled = true) =>
  page.request.put('/api/user/token-settings', { data: { tokens_enabled } })

/** Answers calls to an address as a server would that fails without a sentence of its own. */
export const failSilently = (page: Page, path: string, method: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )

/** Answers a call in place of the server. */
export const answer = (page: Page, path: string, json: object) =>
  page.route(`**${path}`, (route) => route.fulfill({ json }))
