import { readingSentences } from '@goldpan/contract/own-mailboxes'
import type { APIRequestContext, Page } from '@playwright/test'
import { startGmailServer } from '../apps/server/test/gmail-server.ts'
import { startGoogleOAuth } from '../apps/server/test/google-oauth-server.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/customer.ts'

// The installation knows one address of Google, so one journey at a time has it.
test.describe.configure({ mode: 'default' })

/** Google's servers at the ports that the installation was told, with an account that signs in. */
async function startGoogle(account: string) {
  const port = Number(new URL(test.info().project.use.baseURL!).port)
  const oauth = await startGoogleOAuth({ port: port + 3, account })
  const gmail = await startGmailServer({ port: port + 4, tokenOf: oauth.isValid })
  return {
    gmail,
    async [Symbol.asyncDispose]() {
      await gmail.close()
      await oauth.close()
    },
  }
}

/** An own account of Google for each journey. */
const accountOf = (email: string) => email.replace('@customer.example', '@gmail.example')

async function connectGmail(page: Page): Promise<void> {
  await page.goto('/own-mailboxes')
  await page.getByRole('button', { name: 'Add mailbox' }).click()
  await page.getByRole('button', { name: 'Connect Gmail' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
}

test('three clicks connect Gmail; what is read and kept stands above them (MBOX-58)', async ({
  customer,
  page,
}) => {
  const account = accountOf(customer.email)
  await using _google = await startGoogle(account)
  await page.goto('/own-mailboxes')
  await page.getByRole('button', { name: 'Add mailbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add mailbox' })
  await expect(dialog).toContainText(readingSentences.before_consent)
  await expect(dialog.getByLabel('Read answers')).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Connect Microsoft 365' })).toBeDisabled()
  await expect(dialog).toContainText('MICROSOFT_OAUTH_CLIENT_ID')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Connect Gmail' }).click()
  await expect(page.getByText('https://www.googleapis.com/auth/gmail.readonly')).toBeVisible()
  await page.getByRole('button', { name: 'Allow' }).click()

  await expect(page.getByText(`${account} is connected`)).toBeVisible()
  await expect(page).toHaveURL('/own-mailboxes')
  const row = page.getByRole('row', { name: account })
  await expect(row).toContainText('Connected')
  await expect(row).toContainText('0 of 20 today')
  await row.getByRole('button', { name: account, exact: true }).click()
  await expect(page.getByRole('dialog', { name: account })).toContainText('Start slowly')
  await expectAccessible(page)
})

test('a consent that is declined connects nothing and says so', async ({ customer, page }) => {
  await using _google = await startGoogle(accountOf(customer.email))
  await page.goto('/own-mailboxes')
  await page.getByRole('button', { name: 'Add mailbox' }).click()
  await page.getByRole('button', { name: 'Connect Gmail' }).click()
  // That of the consent page: the dialog here has one, too.
  await expect(page).toHaveTitle('Consent')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You did not allow access. Nothing was connected.')).toBeVisible()
  await expect(page).toHaveURL('/own-mailboxes')
  await expect(page.getByRole('heading', { name: 'No mailboxes yet' })).toBeVisible()
  await expectAccessible(page)
})

/** A campaign with an email for each of these people, which leaves without a delay. */
async function createCampaign(api: APIRequestContext, people: readonly string[]): Promise<string> {
  const post = async (path: string, data: object) => (await api.post(path, { data })).json()
  await api.put('/api/sending/pace', {
    data: {
      daily_cap: null,
      gap_from_seconds: 0,
      gap_to_seconds: 0,
      has_ramp: false,
      window_days: [1, 2, 3, 4, 5, 6, 7],
      window_from: '00:00',
      window_to: '24:00',
      time_zone: 'UTC',
    },
  })
  const { id } = await post('/api/campaigns', {
    name: 'Spring',
    marketing_copy: 'We repair bakery ovens within one working day. A visit costs 90 EUR.',
  })
  const prospects: string[] = []
  for (const email of people)
    prospects.push((await post('/api/prospecting/prospect', { email, first_name: 'Bo' })).id)
  await post(`/api/campaigns/${id}/prospects`, { prospects })
  await post(`/api/campaigns/${id}/generate`, {})
  return id
}

const reply = (from: string, to: string, messageId: string) =>
  Buffer.from(
    [
      `From: Bo Ek <${from}>`,
      `To: ${to}`,
      'Subject: Re: Ovens',
      `Message-ID: <reply-${Date.now()}@mill.example>`,
      `In-Reply-To: <${messageId}>`,
      `References: <${messageId}>`,
      `Date: ${new Date().toUTCString()}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Please call me on Tuesday.',
    ].join('\r\n'),
  )

const bounce = (of: string, to: string, messageId: string) =>
  Buffer.from(
    [
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      `To: ${to}`,
      'Subject: Delivery Status Notification (Failure)',
      'Return-Path: <>',
      `Message-ID: <bounce-${Date.now()}@mx.google.com>`,
      `Date: ${new Date().toUTCString()}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
      '',
      '--part',
      'Content-Type: text/plain; charset=utf-8',
      '',
      `Your message to ${of} was not delivered.`,
      '--part',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; googlemail.com',
      '',
      `Final-Recipient: rfc822; ${of}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 No such user',
      '',
      '--part',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${messageId}>`,
      `To: ${of}`,
      '',
      '--part--',
      '',
    ].join('\r\n'),
  )

test('a mailbox is connected, a campaign leaves from it, and its reply and bounce are seen (MBOX-59)', async ({
  customer,
  page,
}) => {
  const account = accountOf(customer.email)
  const [name] = customer.email.split('@')
  const [answers, bounces] = [`${name}@mill.example`, `${name}@gone.example`]
  await using google = await startGoogle(account)
  await connectGmail(page)
  await expect(page.getByText(`${account} is connected`)).toBeVisible()

  const id = await createCampaign(customer.api, [answers, bounces])
  await page.goto(`/campaigns/${id}`)
  await page.getByRole('button', { name: 'Send Emails' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('table', { name: 'Emails by mailbox and day' })).toContainText(account)
  await dialog.getByRole('button', { name: 'Who, when' }).click()
  await expect(dialog.getByText(`from ${account}`)).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 2 emails' }).click()
  await expect.poll(() => google.gmail.sent.length).toBe(2)

  const messageTo = (email: string) =>
    google.gmail.sent.find(({ raw }) => raw.toString().includes(email))!.messageId
  google.gmail.deliver(account, reply(answers, account, messageTo(answers)))
  google.gmail.deliver(account, bounce(bounces, account, messageTo(bounces)))
  await page.goto(`/campaigns/${id}?tab=prospects`)
  const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email })
  await expect(rowOf(answers)).toContainText('Replied')
  await expect(rowOf(bounces)).toContainText('Bounced')
  await expect(rowOf(bounces)).toContainText(account)

  await page.goto('/inbox')
  await page.getByText('Please call me on Tuesday.').first().click()
  await expect(page.getByText(`Sent from ${account} in the same thread.`)).toBeVisible()
  await page.goto('/own-mailboxes')
  await expect(page.getByRole('row', { name: account })).toContainText('2 of 20 today')
})
