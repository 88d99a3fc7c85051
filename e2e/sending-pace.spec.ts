import { expectAccessible } from './support/axe.ts'
import { openTab } from './support/campaign-tabs.ts'
import { expect, test } from './support/customer.ts'

test('before Send a preview shows when emails leave and at what cost, and afterwards the log tells of each', {
  tag: '@long',
}, async ({ page, customer }) => {
  const post = async (path: string, data: object) => (await customer.api.post(path, { data })).json()
  await customer.api.put('/api/sending/pace', {
    data: {
      daily_cap: 2,
      gap_from_seconds: 0,
      gap_to_seconds: 0,
      window_days: [1, 2, 3, 4, 5, 6, 7],
      window_from: '00:00',
      window_to: '24:00',
      time_zone: 'UTC',
      has_ramp: false,
    },
  })
  const { id } = await post('/api/campaigns', {
    name: 'Spring',
    marketing_copy: 'We repair bakery ovens within one working day. A visit costs 90 EUR.',
  })
  const prospects: string[] = []
  for (const name of ['ada', 'ben', 'cleo'])
    prospects.push(
      (await post('/api/prospecting/prospect', { email: `${name}@mill.example`, first_name: name })).id,
    )
  await post(`/api/campaigns/${id}/prospects`, { prospects })
  await page.goto(`/campaigns/${id}`)
  await page.getByRole('button', { name: 'Generate emails' }).click()
  await page.getByRole('button', { name: 'Send Emails' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('2 emails', { exact: true })).toBeVisible()
  await expect(dialog.getByText('3 of your monthly allowance')).toBeVisible()
  await expect(dialog.getByText('At most 2 a day.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 3 emails' }).click()
  await openTab(page, 'Prospects')
  await page.getByRole('link', { name: 'Delivery log' }).click()
  const log = page.getByRole('table', { name: 'Delivery log' })
  await expect(log.getByText('Accepted', { exact: true })).toHaveCount(2)
  const waiting = log
    .getByRole('row')
    .filter({ hasText: 'Waiting for tomorrow: the daily limit of 2 is reached' })
  await expect(waiting).toContainText(/From /)
  await expectAccessible(page)
  await log.getByRole('button', { name: '1 attempt to' }).first().click()
  await expect(log.getByText('Waiting', { exact: true })).toBeVisible()
  await page.getByLabel('State').selectOption('Accepted')
  await expect(log.getByText('Waiting', { exact: true })).toBeHidden()
  await openTab(page, 'Overview')
  await page
    .getByRole('region', { name: 'Next' })
    .or(page.locator('section', { hasText: 'Next' }))
    .getByRole('link', { name: 'Delivery log' })
    .click()
  await expect(log.getByText('Waiting', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Email campaign was cancelled').first()).toBeVisible()
})

test('days off are added and removed with the keyboard, also on a phone', { tag: '@long' }, async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/sending-pace')
  const days = page.getByRole('group', { name: 'Days off' })
  const field = days.getByLabel('Day to add')
  await field.fill('2027-01-01')
  await field.press('Enter')
  await field.fill('2026-12-25')
  await days.getByRole('button', { name: 'Add day' }).press('Enter')
  await expect(days.getByRole('listitem')).toHaveText([/25 December 2026/, /1 January 2027/])
  await days.getByRole('button', { name: /Remove 1 January 2027/ }).press('Enter')
  await expect(days.getByRole('listitem')).toHaveText([/25 December 2026/])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Sending pace saved')).toBeVisible()
  const saved = await (await customer.api.get('/api/sending/pace')).json()
  expect(saved.pace.days_off).toEqual(['2026-12-25'])
})
