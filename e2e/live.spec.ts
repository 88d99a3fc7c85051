import { expect, test } from './support/customer.ts'

test('what another tab or a worker changes shows by itself, without a reload', async ({ page, customer }) => {
  const post = async (path: string, data: object) => (await customer.api.post(path, { data })).json()
  await page.goto('/prospects')
  await expect(page.getByRole('heading', { name: 'No Prospects Found' })).toBeVisible()
  const { id: prospect } = await post('/api/prospecting/prospect', {
    email: 'ada@mill.example',
    first_name: 'Ada',
  })
  await expect(page.getByText('ada@mill.example')).toBeVisible()

  const { id } = await post('/api/campaigns', { name: 'Spring', marketing_copy: 'We repair bakery ovens.' })
  await post(`/api/campaigns/${id}/prospects`, { prospects: [prospect] })
  await page.goto(`/campaigns/${id}`)
  await expect(page.getByRole('button', { name: 'Generate emails' })).toBeVisible()
  await post(`/api/campaigns/${id}/generate`, {})
  const figure = (name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) })
  await expect(figure('Ready to send')).toContainText('1')
  await post(`/api/campaigns/${id}/send`, {})
  await expect(figure('Sent')).toContainText('1')
})
