import { expect, test } from './support/customer.ts'
import { holdAnswers } from './support/faults.ts'

test('going Back finds the sort, the choice and the place of a long list as they were left', {
  tag: '@long',
}, async ({ quietPage: page, customer }) => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    email: `p${String(index).padStart(2, '0')}@mill.example`,
    first_name: 'Pat',
  }))
  await Promise.all(rows.map((data) => customer.api.post('/api/prospecting/prospect', { data })))
  await page.goto('/prospects?sort=email')
  const box = page.getByRole('checkbox', { name: 'Select p40@mill.example' })
  await box.check()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(400)
  await page.getByRole('link', { name: 'Email Campaigns' }).click()
  await expect(page.getByRole('heading', { name: 'Email Campaigns' })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/sort=email/)
  await expect(box).toBeChecked()
  await expect(box).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('1 prospect')
  await page.getByRole('link', { name: 'Saved Tables' }).click()
  await expect(page.getByRole('heading', { name: 'Saved Business Tables' })).toBeFocused()
  await page.getByRole('link', { name: 'Prospects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Prospects', exact: true })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: /Select p/ }).first()).not.toBeChecked()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a link is fetched ahead, and focus goes to the title of its screen', { tag: '@long' }, async ({
  quietPage: page,
  customer,
}) => {
  await test.step('what a link leads to is fetched while the pointer rests on it', async () => {
    const data = { name: 'Spring', marketing_copy: 'We repair ovens.' }
    const { id } = await (await customer.api.post('/api/campaigns', { data })).json()
    await page.goto('/feedback')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const list = page.waitForResponse(/\/api\/campaigns$/)
    await page.getByRole('link', { name: 'Email Campaigns' }).hover()
    await list
    await page.getByRole('link', { name: 'Email Campaigns' }).click()
    const prospects = page.waitForResponse(/\/api\/prospecting\/prospects\?limit/)
    await page.getByRole('link', { name: 'Prospects', exact: true }).hover()
    await prospects
    const campaign = page.waitForResponse((response) => response.url().includes(`/api/campaigns/${id}?`))
    await page.getByRole('link', { name: 'Spring' }).first().hover()
    await campaign
  })
  await test.step('focus is on the title of a screen also when what it waited for arrives later', async () => {
    const data = { name: 'Autumn', marketing_copy: 'We repair ovens.' }
    const { id } = await (await customer.api.post('/api/campaigns', { data })).json()
    await page.goto('/campaigns')
    await expect(page.getByRole('link', { name: 'Autumn' }).first()).toBeVisible()
    const { release } = await holdAnswers(page)
    await page.getByRole('link', { name: 'Autumn' }).first().click()
    await expect(page).toHaveURL(`/campaigns/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Campaign', exact: true })).toBeFocused()
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeFocused()
  })
})
