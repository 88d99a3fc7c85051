import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'
import { buyTokens, enableTokens } from './support/payments.ts'

/** The plan test allows 5 searches a month. */
test.use({ plan: 'test' })

test('usage bars warn, a search at the limit opens the modal, and tokens let it through (USAGE-04, USAGE-05, USAGE-08, USAGE-11)', async ({
  customer,
  page,
}) => {
  const useSearch = (query: string) => customer.api.post('/api/business/search', { data: { query } })
  for (let n = 0; n < 4; n++) expect((await useSearch(`oven ${n}`)).status()).toBe(200)
  await page.goto('/settings')
  await expect(page.getByText('Approaching limit')).toBeVisible()
  await expect(page.getByText(/Resets on .* \(UTC\)/)).toBeVisible()
  await useSearch('oven 5')
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByLabel('Keywords').fill('bakery')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Usage limit reached' })
  await expect(modal).toContainText('You have reached your monthly limit for business searches.')
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'Buy Tokens' }).click()
  await expect(page.getByRole('dialog', { name: 'Buy Tokens' })).toBeVisible()
  await buyTokens(page)
  await enableTokens(page)
  await page.goto('/settings')
  await expect(page.getByText('Your tokens are used automatically until the reset.')).toBeVisible()
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByLabel('Keywords').fill('bakery')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(
    page.getByText('Tokens were used for this search as you reached your subscription limit.'),
  ).toBeVisible()
})
