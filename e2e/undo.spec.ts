import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { chooseAction, openTab } from './support/campaign-tabs.ts'
import { expect, test } from './support/customer.ts'

const post = async (page: Page, path: string, data: unknown) => {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

const prospect = async (page: Page, fields: object) =>
  (await post(page, '/api/prospecting/prospect', fields)).id as string

const remove = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a deleted prospect comes back by the keyboard alone, with its notes (PROS-27, SHELL-14)', async ({
  customer: _customer,
  quietPage: page,
}) => {
  const id = await prospect(page, { email: 'ada@mill.example', notes: 'Likes rye' })
  await prospect(page, { email: 'ben@forge.example' })
  await page.goto('/prospects')
  const row = page.getByRole('row').filter({ hasText: 'ada@mill.example' })
  await row.getByRole('button', { name: 'Delete' }).click()
  await remove(page)
  await expect(row).toHaveCount(0)
  await expect(
    notice(page, 'Prospect deleted successfully').getByRole('button', { name: 'Undo' }),
  ).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.patch(`/api/prospecting/prospect/${id}`, { data: {} })).status()).toBe(404)
  await page.keyboard.press('Control+z')
  await expect(notice(page, 'The prospect is back')).toBeVisible()
  await expect(row).toBeVisible()
  const [back] = await (await page.request.get('/api/prospecting/prospects?text=ada')).json()
  expect(back).toMatchObject({ id, notes: 'Likes rye' })
})

test('a deleted table comes back with its businesses and their prospects (TABLE-03)', {
  tag: '@long',
}, async ({ customer: _customer, quietPage: page }) => {
  const businesses = [{ place_id: 'demo:mill', name: 'Golden Mill', address: '1 Mill Lane' }]
  const { id } = await post(page, '/api/business/tables', { name: 'Mills', query: 'mill', businesses })
  await prospect(page, { email: 'ada@mill.example', business_table_id: id, place_id: 'demo:mill' })
  await page.goto(`/tables/${id}`)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete table' }).click()
  await page.getByRole('checkbox', { name: 'Also delete its prospects' }).check()
  // The list is fetched before the table has gone.
  await page.route(
    (url) => url.pathname === `/api/business/table/${id}`,
    async (route) => {
      if (route.request().method() === 'DELETE') await page.waitForResponse(/\/api\/business\/tables(\?.*)?$/)
      await route.continue()
    },
  )
  await remove(page)
  await expect(page).toHaveURL(/\/tables$/)
  await expect(notice(page, '‘Mills’ was deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mills' })).toHaveCount(0)
  await notice(page, '‘Mills’ was deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, '‘Mills’ is back')).toBeVisible()
  await page.getByRole('link', { name: 'View Details' }).click()
  await page.getByRole('button', { name: '1 prospect of Golden Mill' }).click()
  await expect(page.getByText('ada@mill.example')).toBeVisible()
})

test('a deleted campaign comes back from its own page, with recipients and their e-mails (CAMP-24)', {
  tag: '@long',
}, async ({ customer: _customer, quietPage: page }) => {
  const { id } = await post(page, '/api/campaigns', { name: 'Spring', marketing_copy: 'We repair ovens.' })
  await post(page, `/api/campaigns/${id}/prospects`, {
    prospects: [await prospect(page, { email: 'ada@mill.example', first_name: 'Ada' })],
  })
  await page.goto(`/campaigns/${id}`)
  await chooseAction(page, 'Delete')
  await remove(page)
  await expect(page).toHaveURL(/\/campaigns$/)
  await notice(page, "'Spring' was deleted").getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(notice(page, "'Spring' is back")).toBeVisible()
  await page.getByRole('link', { name: 'Spring' }).first().click()
  await openTab(page, 'Prospects')
  await expect(page.getByText('ada@mill.example').first()).toBeVisible()
})
