import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

const publicPaths = [
  '/login',
  '/signup',
  '/terms',
  '/terms-and-privacy',
  '/subscribe',
  '/subscribe/success',
  '/unsubscribe',
  '/reset-password',
  '/auth/confirm',
  '/mailbox',
]

const ownPaths = [
  '/',
  '/tables',
  '/prospects',
  '/campaigns',
  '/campaigns/new',
  '/email-options',
  '/do-not-contact',
  '/sending-domain',
  '/replies',
  '/replies/00000000-0000-4000-8000-000000000000',
  '/feedback',
  '/settings',
  '/settings?tab=subscription',
  '/settings?tab=tokens',
  '/settings?tab=preferences',
  '/checkout',
  '/token-history',
  '/organizations',
  '/organizations/00000000-0000-4000-8000-000000000000',
  '/invitation',
  '/terms-and-privacy',
  '/tables/00000000-0000-4000-8000-000000000000',
  '/campaigns/00000000-0000-4000-8000-000000000000',
]

const business = {
  place_id: 'demo:test-1',
  name: 'Bakery of the Upper Mill',
  address: '1 Mill Lane, 9490 Goldwater',
  website: 'https://bakery.example',
  phone: '5551234567',
}

/** A table with a business, a prospect and a campaign with it; answers the addresses of their screens. */
async function fillWithContent(page: Page): Promise<string[]> {
  const post = async (path: string, data: unknown) => (await page.request.post(path, { data })).json()
  const table = await post('/api/business/tables', {
    name: 'Bakeries In Goldwater',
    query: 'bakery',
    businesses: [business],
  })
  const prospect = await post('/api/prospecting/prospect', { email: 'ada@bakery.example', first_name: 'Ada' })
  const campaign = await post('/api/campaigns', { name: 'Spring', marketing_copy: 'We repair ovens.' })
  await post(`/api/campaigns/${campaign.id}/prospects`, { prospects: [prospect.id] })
  return [`/tables/${table.id}`, `/campaigns/${campaign.id}`, `/campaigns/${campaign.id}/edit`]
}

/** Waits until the screen shows its title and nothing on it is still being fetched. */
async function settle(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function expectNoSidewaysScrolling(page: Page, path: string) {
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }))
  expect(content, `width of ${path}`).toBeLessThanOrEqual(width)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every public screen is accessible and fits from 360 to 2560 px, in ${colorScheme} (SHELL-17, SHELL-19)`, async ({
    quietPage: page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await visitAll(page, publicPaths)
  })

  test(`every screen of a customer is accessible and fits from 360 to 2560 px, in ${colorScheme} (SHELL-17, SHELL-19)`, async ({
    page,
    customer,
  }) => {
    expect(customer.email).toBeTruthy()
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await visitAll(page, ownPaths)
    await visitAll(page, await fillWithContent(page))
    await visitAll(page, ['/tables', '/prospects', '/campaigns'])
  })
}

async function visitAll(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await settle(page, path)
    await expectAccessible(page)
    for (const width of [360, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScrolling(page, path)
    }
  }
}
