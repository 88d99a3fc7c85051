import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openTab } from './support/campaign-tabs.ts'
import { expect, test } from './support/customer.ts'

// One after the other, on the installation with few journeys: each moves the clock for all.
test.describe.configure({ mode: 'default' })

/** The day that the line names, counted from 1970. */
const dayIn = async (line: Locator): Promise<number> =>
  Date.parse(`${/\d+ \w+ \d{4}/.exec(await line.innerText())} UTC`) / 86_400_000

test('the mailbox skips ahead, and what came just now is days old (CLOCK-10)', async ({ page, customer }) => {
  const { email, api } = customer
  await api.post('/api/auth/reset-password/request', { data: { email } })

  await page.goto(`/mailbox?to=${email}`)
  const messages = page.getByRole('list', { name: 'Messages' })
  await expect(messages.getByText('just now')).toBeVisible()
  await expectAccessible(page)
  const line = page.getByText(/^It is \w+day, \d+ \w+ \d{4}, \d\d:\d\d here$/)
  const today = await dayIn(line)

  for (const [step, age, days] of [
    ['3 days', '3 days ago', 3],
    ['1 day', '4 days ago', 4],
    ['1 week', 'last week', 11],
  ] as const) {
    await page.getByRole('button', { name: step, exact: true }).click()
    await expect.poll(() => dayIn(line)).toBe(today + days)
    await expect(messages.getByText(age)).toBeVisible()
  }
})

test('follow-ups are added on the campaign page, leave in time, and show who is next (FOLLOW-47)', async ({
  page,
  customer,
}) => {
  const post = async (path: string, data: object) => (await customer.api.post(path, { data })).json()
  await customer.api.put('/api/sending/pace', {
    data: {
      daily_cap: null,
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
  const email = `follow-${Date.now()}@mill.example`
  const prospect = await post('/api/prospecting/prospect', { email, first_name: 'Fay' })
  await post(`/api/campaigns/${id}/prospects`, { prospects: [prospect.id] })

  await page.goto(`/campaigns/${id}?tab=emails`)
  await page.getByRole('button', { name: 'Generate emails' }).click()
  await expect(page.getByText('No follow-ups yet')).toBeVisible()
  await addFollowUp(page, async () => {
    await page.getByLabel('Message').fill('Any news, ')
    await page.getByRole('button', { name: 'First name' }).click()
    await page.getByLabel('Message').press('?')
    await expect(page.getByLabel('Message')).toHaveValue('Any news, {{firstName|there}}?')
    await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText('Any news, Fay?')
    await expectAccessible(page)
  })
  await expect(page.getByRole('heading', { name: 'Follow-up 1' })).toBeVisible()
  await expect(page.getByText('After 3 working days, in the same thread')).toBeVisible()
  await addFollowUp(page, async () => {
    await page.getByLabel('Wait').fill('1')
    await page.getByLabel('Thread').selectOption('New subject')
    await page.getByLabel('Subject').fill('One last question')
    await page.getByRole('button', { name: 'Write it for me' }).click()
    await expect(page.getByLabel('Message')).not.toHaveValue('')
  })
  await expect(page.getByText('After 1 working day, with a new subject')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send Emails' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Follow-up 2:')).toBeVisible()
  await expect(dialog.getByText('At most 3 emails if nobody answers: 1 now, 2 as follow-ups.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 1 email' }).click()

  await openTab(page, 'Prospects')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(page.getByRole('columnheader', { name: 'Next' })).toBeVisible()
  await expect(row).toContainText(/Follow-up 1 on \d+ \w+ \d{4}/)
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Pause Campaign' })).toBeVisible()

  await customer.api.post('/api/mailbox/clock', { data: { advance_seconds: 3 * 86_400 } })
  await expect(row).toContainText(/Follow-up 2 on \d+ \w+ \d{4}/)
  const mail = await customer.waitForMail(/^Re: /, email)
  expect(mail.text).toContain('Any news, Fay?')
  await openTab(page, 'Overview')
  await expect(
    page.getByText(/^All first emails were sent. 1 follow-up is waiting and will be sent on /),
  ).toBeVisible()
  await expect(page.getByText('Follow-up 2 to 1 person')).toBeVisible()
  await expectAccessible(page)
  await openTab(page, 'Emails')
  await expect(figuresOf(page, 1)).toHaveText('Sent1Opened0Replied0Bounced0')
  await expect(figuresOf(page, 2)).toHaveText('Sent0Opened0Replied0Bounced0')

  await openTab(page, 'Prospects')
  await row.hover()
  await row.getByRole('button', { name: /^Follow-ups of/ }).click()
  await page.getByRole('menuitem', { name: 'Stop follow-ups' }).click()
  await expect(row).toContainText('Stopped: by hand')

  await page.goto('/prospects')
  await page.getByRole('button', { name: 'Open' }).first().click()
  await expect(page.getByText('Follow-up 1 sent')).toBeVisible()
})

async function addFollowUp(page: Page, fillIn: () => Promise<void>) {
  await page.getByRole('button', { name: 'Add Follow-up' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Follow-up' })
  await expect(dialog).toBeVisible()
  await fillIn()
  await dialog.getByRole('button', { name: 'Save Follow-up' }).click()
  await expect(dialog).toBeHidden()
}

const figuresOf = (page: Page, position: number): Locator =>
  page.getByLabel(`Figures of follow-up ${position}`)
