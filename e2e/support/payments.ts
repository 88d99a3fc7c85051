import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/** Runs the operator's command line on the test installation. */
export function asOperator(...words: string[]): string {
  return execFileSync(process.execPath, ['apps/server/dist/admin.js', ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: join(process.env.E2E_DATA_DIR ?? '', 'open') },
  })
}

/** Pays an open page of the test checkout through the calls of its buttons. */
async function pay(page: Page, sessionUrl: string): Promise<void> {
  const id = new URL(sessionUrl).pathname.replace('/pay/', '')
  const response = await page.request.post(`/api/pay/${id}`, { data: { action: 'pay' } })
  expect(response.ok(), await response.text()).toBe(true)
}

export async function buyTokens(page: Page, tokenPackage = 'tokens_50'): Promise<void> {
  const response = await page.request.post('/api/tokens/purchase', { data: { tokenPackage } })
  await pay(page, (await response.json()).sessionUrl)
}

export const enableTokens = (page: Page, tokens_enabled = true) =>
  page.request.put('/api/user/token-settings', { data: { tokens_enabled } })

/** Stubs the response of a call. */
export const answer = (page: Page, path: string, json: object) =>
  page.route(`**${path}`, (route) => route.fulfill({ json }))
