import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { INBOUND_SIGNATURE_HEADER, INBOUND_WEBHOOK_PATH } from '@goldpan/contract/replies'
import type { Page } from '@playwright/test'
import { signMail } from '../apps/server/src/providers/inbox/webhook.ts'
import { expectAccessible } from './support/axe.ts'
import { personOf, post, sendAndWait } from './support/conversations.ts'
import { type Customer, expect, test } from './support/customer.ts'

/** As playwright.config.ts gives it to the server. */
const SECRET = 'journeys-post-raw-mail'

/** A raw answer to the last message to a person, as a mail server delivers it. */
async function deliver(customer: Customer, from: string, part: (boundary: string) => string) {
  const original = await customer.waitForMail(/./, from)
  const to = /[^\s<>]+@[^\s<>]+/.exec(original.headers['reply-to'] ?? original.from)![0]
  const raw = Buffer.from(
    [
      `From: "Rita Reader" <${from}>`,
      `To: <${to}>`,
      'Subject: Re: ovens',
      `Message-ID: <${crypto.randomUUID()}@mill.example>`,
      `In-Reply-To: ${original.headers['message-id']}`,
      'Date: Fri, 27 Nov 2026 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="part"',
      '',
      part('part'),
      '--part--',
      '',
    ].join('\r\n'),
  )
  const envelope = { from, to }
  const signature = signMail({ raw, envelope }, SECRET, Math.floor(Date.now() / 1000))
  const answer = await customer.api.post(INBOUND_WEBHOOK_PATH, {
    params: envelope,
    headers: { 'content-type': 'message/rfc822', [INBOUND_SIGNATURE_HEADER]: signature },
    data: raw,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** A website that counts what is fetched from it. */
async function startTracker() {
  const fetched: string[] = []
  const server = createServer((request, response) => {
    fetched.push(request.url!)
    response.writeHead(200, { 'content-type': 'image/gif' })
    response.end(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'))
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, fetched, stop: () => server.close() }
}

const messagesOf = (page: Page) => page.getByRole('list', { name: 'Messages, oldest first' })

test('formatted mail loads nothing before Load pictures, links say where they lead, and files are downloads (INBOX-38, INBOX-39, INBOX-40, INBOX-41)', async ({
  page,
  customer,
}) => {
  const tracker = await startTracker()
  const rita = personOf(customer, 'rita')
  await sendAndWait(customer, { name: 'Ovens', people: { [rita]: null } })
  await deliver(customer, rita, (boundary) =>
    [
      `--${boundary}`,
      'Content-Type: text/html; charset=utf-8',
      '',
      `<style>@import "${tracker.url}/css"; h1 { position: fixed }</style><script>parent.document.title = 'x'</script>
       <p>What does it cost?</p><img src="${tracker.url}/pixel" width="20" height="20">
       <div style="background:url(${tracker.url}/background)">x</div><video poster="${tracker.url}/poster"></video>
       <p><a href="https://evil.example/login">www.bank.example</a> <a href="https://shop.example/">our shop</a></p>
       <table width="1600"><tr><td>wide</td></tr></table>`,
      `--${boundary}`,
      'Content-Type: application/pdf; name="order.pdf"',
      'Content-Disposition: attachment; filename="order.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('%PDF-1.4 order').toString('base64'),
    ].join('\r\n'),
  )
  await page.goto('/inbox')
  await expect(messagesOf(page).getByText('What does it cost?')).toBeVisible()
  await page.getByRole('button', { name: 'Show formatted message' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('What does it cost?')).toBeVisible()
  await expect(frame.getByText('Careful: leads to evil.example')).toBeVisible()
  await expect(frame.getByText('(shop.example)')).toBeVisible()
  await expect(page).not.toHaveTitle('x')
  expect(tracker.fetched).toEqual([])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load pictures' }).click()
  await expect.poll(() => tracker.fetched).toEqual(['/pixel'])

  await page.getByRole('button', { name: 'Hide formatted message' }).click()
  await page.getByRole('button', { name: 'Show formatted message' }).click()
  await expect(frame.getByText('What does it cost?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load pictures' }), 'they hold for one look').toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^order\.pdf/ }).click()
  expect((await download).suggestedFilename()).toBe('order.pdf')
  expect(tracker.fetched).toEqual(['/pixel'])
  tracker.stop()
})

test('a named person is added, and notes stay beside the conversation (INBOX-14, INBOX-30, INBOX-52)', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const tove = personOf(customer, 'tove')
  const runa = personOf(customer, 'runa')
  await sendAndWait(customer, {
    name: 'Ovens',
    people: { [tove]: `Please ask my sister ${runa}, she does the buying.` },
  })
  await page.goto('/inbox')
  const person = page.getByRole('complementary', { name: 'Person' })
  await expect(person.getByRole('link', { name: 'Ovens' }).first()).toBeVisible()
  await page.getByRole('button', { name: `Add ${runa} as a prospect` }).click()
  await expect(page.getByText(`${runa} is a prospect now`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Add ${runa} as a prospect` })).toBeHidden()

  await page.keyboard.press('n')
  await page.keyboard.type('Runa buys on Mondays')
  await page.keyboard.press('Control+Enter')
  const notes = page.getByRole('list', { name: 'Notes, oldest first' })
  await expect(notes.getByText('Runa buys on Mondays')).toBeVisible()
  await page.reload()
  await notes.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Change note').fill('Runa buys on Tuesdays')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notes).toContainText('Runa buys on Tuesdays')
  await expectAccessible(page)
  await notes.getByRole('button', { name: 'Delete' }).click()
  await expect(notes).toBeHidden()
  const deleted = page.locator('[data-sonner-toast]', { hasText: 'Note deleted' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(notes).toContainText('Runa buys on Tuesdays')
})

test('on a phone nothing scrolls sideways, and person and notes are below the messages (INBOX-51)', async ({
  page,
  customer,
}) => {
  const tove = personOf(customer, 'tove')
  await sendAndWait(customer, {
    name: 'Ovens',
    people: { [tove]: `What does it cost? See https://mill.example/${'very-long-'.repeat(20)}` },
  })
  const { correspondents } = await (await customer.api.get('/api/conversations')).json()
  await post(customer, `/api/conversations/${correspondents[0].conversation_id}/notes`, {
    text: 'Call first',
  })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`/inbox/${correspondents[0].conversation_id}`)
  await expect(messagesOf(page).getByText('What does it cost?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeInViewport({ ratio: 1 })
  await page.getByText('Person', { exact: true }).click()
  await expect(page.getByText('1 sent, 0 opened')).toBeVisible()
  await page.getByText('Notes (1)').click()
  await expect(page.getByText('Call first')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(360)
  await expectAccessible(page)
})
