import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { type Customer, expect, test } from './support/customer.ts'

const jobId = '22222222-2222-4222-8222-222222222222'

const jobOf = (campaign_id: string, status: string, more: object = {}) => ({
  id: jobId,
  campaign_id,
  status,
  resend: false,
  progress: { total: 1, processed: 0, success: 0, failed: 0 },
  result: null,
  error: null,
  in_flight: 0,
  next_try_at: null,
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: null,
  ...more,
})

/** All journeys share one mailbox, so each customer writes to a person of their own. */
const recipientOf = ({ email }: Customer) => `${email.split('@')[0]}@mill.example`

/** A campaign with one written email, opened. */
async function openWritten(page: Page, customer: Customer): Promise<string> {
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
  await page.getByRole('button', { name: 'Generate Emails' }).click()
  await expect(send).toBeEnabled()
  return id
}

async function startSending(page: Page) {
  await page.getByRole('button', { name: 'Send Emails' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send 1 email' }).click()
}

/** Sending that is started, and a job that then answers as told. */
async function playJob(page: Page, id: string) {
  let answer: object = jobOf(id, 'processing')
  await page.route(`**/api/campaigns/${id}/send`, (route) =>
    route.fulfill({ json: { success: true, job_id: jobId } }),
  )
  await page.route(`**/api/campaigns/jobs/${jobId}`, (route) => route.fulfill({ json: answer }))
  await startSending(page)
  await expect(page.getByRole('progressbar')).toBeVisible()
  return (next: object) => {
    answer = next
  }
}

test('emails are sent once every prospect has one, with progress and a summary (SEND-05, SEND-06, SEND-07, SEND-10)', async ({
  page,
  customer,
}) => {
  await openWritten(page, customer)
  await startSending(page)
  await expect(page.getByText('Successfully sent 1 emails.').first()).toBeVisible({ timeout: 20_000 })
  const row = page.getByRole('row').filter({ hasText: recipientOf(customer) })
  await expect(row.getByText('Sent', { exact: true }).last()).toBeVisible()
  expect((await customer.readMail(recipientOf(customer))).length).toBe(1)
})

test('a job that is over at the first look shows the new figures (SEND-07)', async ({ page, customer }) => {
  const id = await openWritten(page, customer)
  const [started, over] = [Promise.withResolvers<void>(), { now: false }]
  await page.route(`**/api/campaigns/${id}?**`, async (route) => {
    const campaign = await (await route.fetch()).json()
    const sent = over.now ? 7 : 0
    await route.fulfill({ json: { ...campaign, counts: { ...campaign.counts, sent } } })
    started.resolve()
  })
  await page.route(`**/api/campaigns/${id}/send`, (route) =>
    route.fulfill({ json: { success: true, job_id: jobId } }),
  )
  await page.route(`**/api/campaigns/jobs/${jobId}`, async (route) => {
    // What is fetched at the start knows nothing of the end.
    await started.promise
    over.now = true
    await route.fulfill({ json: jobOf(id, 'completed') })
  })
  await startSending(page)
  await expect(page.getByRole('definition').filter({ hasText: /^7$/ })).toBeVisible()
})

test('while sending the button rests, and a job can be cancelled (SEND-09, SEND-10, SEND-17)', async ({
  page,
  customer,
}) => {
  const id = await openWritten(page, customer)
  const become = await playJob(page, id)
  await expect(page.getByRole('button', { name: 'Send Emails' })).toBeDisabled()
  await page.route(`**/api/campaigns/jobs/${jobId}/cancel`, (route) => {
    become(jobOf(id, 'cancelled'))
    return route.fulfill({ json: jobOf(id, 'cancelled') })
  })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Email campaign was cancelled').first()).toBeVisible()
})

test('a failed send shows its error, or a fixed text (SEND-08, SEND-12)', async ({ page, customer }) => {
  const id = await openWritten(page, customer)
  await page.route(`**/api/campaigns/${id}/send`, (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  })
  await startSending(page)
  await expect(page.getByText('Failed to start email campaign')).toBeVisible()
  const become = await playJob(page, id)
  become(jobOf(id, 'failed'))
  await expect(page.getByText('Failed to send campaign').first()).toBeVisible()
})

test('unconfirmed messages are counted apart and offered for sending again (SEND-22)', async ({
  page,
  customer,
}) => {
  const id = await openWritten(page, customer)
  await page.route(`**/api/campaigns/${id}?**`, async (route) => {
    const campaign = await (await route.fetch()).json()
    await route.fulfill({ json: { ...campaign, counts: { ...campaign.counts, sent: 2, unconfirmed: 2 } } })
  })
  await page.reload()
  await expect(
    page.getByText(
      '2 could not be confirmed: the connection broke after the message was handed over. They are not sent again automatically.',
    ),
  ).toBeVisible()
  await expect(page.getByText('of which 2 unconfirmed')).toBeVisible()
  const sent = page.waitForRequest(`**/api/campaigns/${id}/send`)
  await page.route(`**/api/campaigns/${id}/send`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Send them again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click()
  expect((await sent).postDataJSON()).toEqual({ resend: true, only: 'unconfirmed' })
})

test('the unsubscribe page asks for one click right after the mail, obeys, and lets a mistake be taken back (LIST-09, LIST-11, LIST-13, LIST-16, LIST-17)', async ({
  page,
  customer,
}) => {
  await openWritten(page, customer)
  await startSending(page)
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

test('later visits unsubscribe on load and by script, with a word while it happens (LIST-09, LIST-11)', async ({
  page,
}) => {
  const state = {
    state: 'subscribed',
    email: 'ada@mill.example',
    sender: 'Ada Pan',
    needs_click: false,
    undo_until: null,
  }
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/email/unsubscribe**', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: state })
    await held
    return route.fulfill({ json: { ...state, state: 'unsubscribed' } })
  })
  await page.goto('/unsubscribe?token=abc')
  await expect(page.getByRole('status').filter({ hasText: 'Processing your request' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Successfully Unsubscribed' })).toBeVisible()
})

test('an unsubscribe link without a token, or that fails, says so (LIST-12, LIST-14)', async ({ page }) => {
  await page.goto('/unsubscribe')
  await expect(page.getByText('Missing unsubscribe token')).toBeVisible()
  await page.route('**/api/email/unsubscribe**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/unsubscribe?token=abc')
  await expect(page.getByText('Failed to process unsubscribe request')).toBeVisible()
})
