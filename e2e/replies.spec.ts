import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openTab } from './support/campaign-tabs.ts'
import { type Customer, expect, test } from './support/customer.ts'

/** A campaign to one person, sent through the built-in outbox, and answered by them. */
async function sendAndReply(customer: Customer, email: string, text: string) {
  const post = async (path: string, data: object) => (await customer.api.post(path, { data })).json()
  const { id } = await post('/api/campaigns', {
    name: 'Spring ovens',
    marketing_copy: 'We repair bakery ovens within one working day. A visit costs 90 EUR.',
  })
  const prospect = await post('/api/prospecting/prospect', { email, first_name: 'Ada' })
  await post(`/api/campaigns/${id}/prospects`, { prospects: [prospect.id] })
  await post(`/api/campaigns/${id}/generate`, {})
  await post(`/api/campaigns/${id}/send`, { resend: false })
  const list = async () =>
    (await (await customer.api.get(`/api/mailbox?to=${encodeURIComponent(email)}`)).json()) as {
      id: string
    }[]
  await expect.poll(async () => idOf(await list())).not.toBeNull()
  const messageId = idOf(await list())!
  await post(`/api/mailbox/${messageId}/reply`, { text })
  return { campaignId: id as string, prospectId: prospect.id as string }
}

const idOf = (messages: { id: string }[]): string | null => messages[0]?.id ?? null

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('a reply is read in the application and answered from there in the same thread', async ({
  page,
  customer,
}) => {
  const { campaignId, prospectId } = await sendAndReply(
    customer,
    'ada@reply-mill.example',
    'Yes, what does it cost?',
  )
  await expect.poll(async () => (await (await customer.api.get('/api/conversations')).json()).total).toBe(1)
  await page.goto(`/campaigns/${campaignId}`)
  await expect(page.getByRole('link', { name: /^Ada.*what does it cost/s })).toBeVisible()
  await openTab(page, 'Replies')
  await page.getByRole('link', { name: /^Ada.*what does it cost/s }).click()
  await expect(heading(page, 'Ada')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Please write an answer')).toBeVisible()
  await page.getByLabel('Your answer').fill('Ninety euros, all in.')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Your answer'), 'what was begun is kept').toHaveValue('Ninety euros, all in.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ninety euros, all in.' })).toContainText('Sent')
  await page.goto(`/inbox/${prospectId}?state=all`)
  await expect(page.getByText('Ninety euros, all in.')).toBeVisible()
  await page.getByRole('button', { name: 'Do not contact' }).click()
  await expect(page.getByText('This person is on your do-not-contact list.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Your answer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Do not contact' })).toBeVisible()
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /^Ada/ })
  await expect(row).toHaveAttribute('aria-current', 'true')

  await page.setViewportSize({ width: 360, height: 640 })
  await expect(row, 'phones show one of the two').toBeHidden()
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Inbox', exact: true }).click()
  await expect(heading(page, 'Inbox')).toBeVisible()
  await expectAccessible(page)
  await row.click()
  await expect(heading(page, 'Ada')).toBeFocused()
})

test('addresses and domains are put on the do-not-contact list, searched and taken off again', {
  tag: '@long',
}, async ({ page, customer: _customer }) => {
  await page.goto('/email-options')
  await page.getByRole('link', { name: /Do-not-contact list/ }).click()
  await expect(page.getByText('Nobody is on the list yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add entries' }).first().click()
  await page.getByLabel('Addresses and domains').fill('ann@shop.example\nmill.example\nnot an address')
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await expect(page.getByText('2 entries were added.')).toBeVisible()
  await expect(page.getByText('not an address')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('@mill.example')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Search the list').fill('ann@')
  await expect(page.getByText('@mill.example')).toBeHidden()
  await page.getByRole('button', { name: 'Remove ann@shop.example' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No entry matches')).toBeVisible()
})

test('the sending domain shows each record to set, and asks again', { tag: '@long' }, async ({
  page,
  customer: _customer,
}) => {
  await page.goto('/sending-domain')
  await expect(page.getByRole('heading', { name: 'DKIM' })).toBeVisible()
  for (const name of ['SPF', 'DMARC', 'MX', 'Return path', 'Signing key'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText(/Checked:/).first()).toBeVisible()
})

test('opens and clicks are switched for all campaigns and for one', { tag: '@long' }, async ({
  page,
  customer,
}) => {
  await page.goto('/email-options')
  await page.getByRole('switch', { name: 'Clicks' }).check()
  await expect
    .poll(async () => (await customer.api.get('/api/tracking')).json())
    .toEqual({ opens: true, clicks: true })
  const campaign = await (
    await customer.api.post('/api/campaigns', {
      data: { name: 'Spring', marketing_copy: 'We repair ovens.' },
    })
  ).json()
  await page.goto(`/campaigns/${campaign.id}`)
  await openTab(page, 'Settings')
  await page.getByLabel('Track opens').selectOption('Off')
  await expect
    .poll(
      async () => (await (await customer.api.get(`/api/campaigns/${campaign.id}/tracking`)).json()).choice,
    )
    .toEqual({ opens: false, clicks: null })
})
