import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openTab } from './support/campaign-tabs.ts'
import { type Customer, expect, test } from './support/customer.ts'

/** All journeys share one mailbox, so each customer writes to a person of their own. */
const recipientOf = ({ email }: Customer) => `${email.split('@')[0]}@mill.example`

/** A campaign with one written email, opened. */
async function openWritten(page: Page, customer: Customer) {
  const post = async (path: string, data: object) => (await customer.api.post(path, { data })).json()
  const { id } = await post('/api/campaigns', {
    name: 'Spring',
    marketing_copy: 'We repair bakery ovens within one working day. A visit costs 90 EUR.',
  })
  const prospect = await post('/api/prospecting/prospect', {
    email: recipientOf(customer),
    first_name: 'Ada',
  })
  await post(`/api/campaigns/${id}/prospects`, { prospects: [prospect.id] })
  await page.goto(`/campaigns/${id}`)
  const send = page.getByRole('button', { name: 'Send Emails' })
  await expect(send).toBeDisabled()
  await page.getByRole('button', { name: 'Generate emails' }).click()
  await expect(send).toBeEnabled()
}

async function startSending(page: Page) {
  await page.getByRole('button', { name: 'Send Emails' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send 1 email' }).click()
}

test('emails are sent once every prospect has one, and the mail leads to an unsubscribe page (LIST-09, LIST-11, LIST-13, LIST-16, LIST-17, SEND-05, SEND-06, SEND-07, SEND-10)', async ({
  page,
  customer,
}) => {
  await test.step('emails are sent once every prospect has one, with progress and a summary', async () => {
    await openWritten(page, customer)
    await startSending(page)
    await expect(page.getByText('Successfully sent 1 emails.').first()).toBeVisible()
    await openTab(page, 'Prospects')
    const row = page.getByRole('row').filter({ hasText: recipientOf(customer) })
    await expect(row.getByText('Sent', { exact: true }).last()).toBeVisible()
    expect((await customer.readMail(recipientOf(customer))).length).toBe(1)
  })
  await test.step('the unsubscribe page asks for one click right after the mail, obeys, and lets a mistake be taken back', async () => {
    const mail = await customer.waitForMail(/./, recipientOf(customer))
    const link = new URL(/http:\/\/localhost:\d+\/unsubscribe\?\S+/.exec(mail.text)![0])
    await page.goto(link.pathname + link.search)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'Successfully Unsubscribed' })).toBeVisible()
    await page.getByRole('button', { name: 'This was a mistake' }).click()
    await expect(page.getByRole('heading', { name: 'You are subscribed again' })).toBeVisible()
    await page.getByRole('button', { name: 'Return to Homepage' }).click()
    await expect(page).not.toHaveURL(/unsubscribe/)
  })
})
