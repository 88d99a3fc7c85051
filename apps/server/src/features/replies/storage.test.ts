import { buildAutoReply, buildDsn } from '@goldpan/campaign-mail/samples'
import { accountRoutes } from '@goldpan/contract/accounts'
import { replyRoutes } from '@goldpan/contract/replies'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { unzipSync } from 'fflate'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createInboundStorage } from './storage.ts'

/** Size of an attached file. */
const LARGE = 200_000
const DAY_MS = 86_400_000
const { alice, bob, app, mail, drain, clock, query, createCustomer } = await startTestApp()
const { receive, accepts } = app.features.replies
const { db } = app.database

let people = 0
/** Sends a campaign. Returns it with each recipient's message. */
async function sendTo(who: Customer, count = 1) {
  const emails = Array.from({ length: count }, () => `person${++people}@shop.example`)
  const campaign = await writeCampaign(who, emails)
  await startSend(who, campaign.id)
  await drain()
  clock.advance(60_000)
  const got = emails.map((email) => mail.accepted.findLast(({ envelope }) => envelope.to === email)!)
  const originals = got.map(({ raw, envelope }) =>
    Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw]),
  )
  const address = (await PostalMime.parse(got[0]!.raw)).from!.address!
  return { ...campaign, emails, originals, paths: got.map(({ envelope }) => envelope.from), address }
}

/** Builds an answer with a file of this size. */
async function answerTo(original: Buffer, email: string, fileBytes: number, text = 'Yes, please call me.') {
  const { messageId } = await PostalMime.parse(original)
  const head = `From: Rita <${email}>\r\nSubject: Re: Hello\r\nIn-Reply-To: ${messageId}\r\nMessage-ID: <${email}>`
  const type = 'Content-Type: multipart/mixed; boundary=b'
  const file = `--b\r\nContent-Type: application/pdf; name=plan.pdf\r\n\r\n${'x'
    .repeat(70)
    .concat('\r\n')
    .repeat(fileBytes / 72)}`
  return Buffer.from(`${head}\r\n${type}\r\n\r\n--b\r\n\r\n${text}\r\n${file}--b--\r\n`)
}

async function deliver(raw: Buffer, from: string | null, to: string[]) {
  clock.advance(1000)
  await receive({ raw, envelope: { from, to } })
  await drain()
}

const storageOf = async (who: Customer) => (await who.call(replyRoutes.storage)).answer
const rowsOf = (who: Customer) =>
  query<{ id: string; has_original: boolean; reply_text: string | null; size: number }>(
    'select id, has_original, reply_text, octet_length(raw) as size from inbound_messages where owner_id = $1 order by received_at',
    [who.id],
  )
const conversationOf = async (who: Customer, id: string) =>
  (await who.call(replyRoutes.get, { params: { id } })).answer
const rawOf = (who: Customer, id: string) => who.call(replyRoutes.raw, { params: { id } })

test('a message to 20 return addresses of one account is stored, shown, forwarded and matched once', async () => {
  const ada = await createCustomer('Ada')
  const { id, emails, originals, address } = await sendTo(ada)
  const domain = address.split('@')[1]
  const addresses = [address]
  for (let n = 1; n < 20; n++) {
    await ada.call(signatureRoutes.updateReturnAddress, { body: { emailId: `ada-${n}` } })
    addresses.push(`ada-${n}@${domain}`)
  }
  const raw = await answerTo(originals[0]!, emails[0]!, LARGE)

  await deliver(raw, emails[0]!, addresses)
  await deliver(raw, emails[0]!, [addresses[7]!])

  expect(await rowsOf(ada)).toMatchObject([{ has_original: true, size: raw.length }])
  const forwards = mail.accepted.filter(
    ({ envelope }) => envelope.to === ada.email && envelope.from.startsWith('f+'),
  )
  expect(forwards).toHaveLength(1)
  expect(Object.values(await readStatuses(ada, id))).toEqual(['responded'])
})

test('one report to the return paths of many messages is stored once and marks each of them', async () => {
  const eva = await createCustomer('Eva')
  const { id, emails, originals, paths } = await sendTo(eva, 3)
  const report = { original: originals[0]!, date: clock.now(), reporting_mta: 'mx.shop.example' }
  const raw = await buildDsn({ ...report, recipient: emails[0]!, status: '5.1.1', diagnostic: '550 no' })

  await deliver(raw, null, paths)

  const rows = await rowsOf(eva)
  expect(rows.map(({ size }) => size).toSorted()).toEqual([0, 0, raw.length])
  expect(Object.values(await readStatuses(eva, id))).toEqual(['bounced', 'bounced', 'bounced'])
  expect((await storageOf(eva)).used_bytes).toBe(raw.length)
})

test('Bob cannot see the original of a message that Alice got too, and neither sees that both got it', async () => {
  const [hers, his] = [await sendTo(alice), await sendTo(bob)]
  const raw = await answerTo(hers.originals[0]!, hers.emails[0]!, 1000)

  await deliver(raw, hers.emails[0]!, [hers.address, his.address])

  const [[own], [other]] = [await rowsOf(alice), await rowsOf(bob)]
  expect([own!.size, other!.size]).toEqual([raw.length, raw.length])
  expect((await rawOf(alice, own!.id)).status).toBe(200)
  expect((await rawOf(bob, own!.id)).status).toBe(404)
  expect((await rawOf(alice, other!.id)).status).toBe(404)

  await query('delete from owners where id = $1', [bob.id])
  expect(await rowsOf(bob)).toEqual([])
  expect((await rawOf(alice, own!.id)).status).toBe(200)
})

test('over the quota the oldest originals are deleted; text and file names stay, and newer mail is complete', async () => {
  const quota = await createCustomer('Quota')
  const { emails, originals, address } = await sendTo(quota, 4)
  for (const [n, email] of emails.entries())
    await deliver(await answerTo(originals[n]!, email, LARGE, `Answer ${n}`), email, [address])
  const small = createInboundStorage({ db, clock, quotaBytes: 500_000, keepDays: 365 })

  await small.trim(quota.id)

  const rows = await rowsOf(quota)
  expect(rows.map(({ has_original }) => has_original)).toEqual([false, false, true, true])
  expect(rows.map(({ reply_text }) => reply_text)).toEqual(['Answer 0', 'Answer 1', 'Answer 2', 'Answer 3'])
  const { used_bytes } = await small.get(quota.id)
  expect(used_bytes).toBeGreaterThan(400_000)
  expect(used_bytes).toBeLessThan(500_000)
  const oldest = await conversationOf(quota, rows[0]!.id)
  expect(oldest.messages.at(-1)).toMatchObject({
    text: 'Answer 0',
    attachments: ['plan.pdf'],
    has_original: false,
  })
  const { status, refusal } = await rawOf(quota, rows[0]!.id)
  expect([status, refusal.code]).toEqual([410, 'replies.original_deleted'])
  expect((await conversationOf(quota, rows[3]!.id)).messages.at(-1)).toMatchObject({ has_original: true })
})

test('unread and unforwarded mail is never deleted; mail beyond twice the quota is deferred', async () => {
  const busy = await createCustomer('Busy')
  const { emails, originals, address } = await sendTo(busy, 2)
  const small = createInboundStorage({ db, clock, quotaBytes: LARGE, keepDays: 365 })
  for (const [n, email] of emails.entries())
    await receive({
      raw: await answerTo(originals[n]!, email, LARGE),
      envelope: { from: email, to: [address] },
    })

  await small.trim(busy.id)

  expect((await rowsOf(busy)).map(({ has_original }) => has_original)).toEqual([true, true])
  expect([await small.isFull(busy.id), await accepts(address)]).toEqual([true, 'accepted'])
  await query('update inbound_storage set bytes = $1 where owner_id = $2', [1_000_000_000, busy.id])
  expect(await accepts(address)).toBe('full')

  await drain()
  await small.trim(busy.id)
  expect((await rowsOf(busy)).map(({ has_original }) => has_original)).toEqual([false, false])
  expect(await small.isFull(busy.id)).toBe(false)
})

test('after a year originals are deleted; the text of replies stays with its campaign, other mail is deleted', async () => {
  const years = await createCustomer('Years')
  const { emails, originals, address } = await sendTo(years, 2)
  await deliver(await answerTo(originals[0]!, emails[0]!, 0, 'Yes'), emails[0]!, [address])
  const away = { original: originals[1]!, from: { name: 'Rita', address: emails[1]! }, date: clock.now() }
  await deliver(await buildAutoReply({ ...away, text: 'Away until Monday' }), emails[1]!, [address])
  const stranger = `From: friend@else.example\r\nTo: ${address}\r\nSubject: Hi\r\n\r\nHello\r\n`
  await deliver(Buffer.from(stranger), 'friend@else.example', [address])
  const conversations = async () =>
    (await query('select email from conversations where owner_id = $1 order by email', [years.id])).map(
      ({ email }) => email,
    )
  expect(await conversations()).toEqual(['friend@else.example', ...emails].toSorted())
  const { deleteOld } = createInboundStorage({ db, clock, quotaBytes: 500_000_000, keepDays: 365 })

  clock.advance(364 * DAY_MS)
  await deleteOld(new AbortController().signal)
  expect((await rowsOf(years)).map(({ has_original }) => has_original)).toEqual([true, true, true])

  clock.advance(2 * DAY_MS)
  await deleteOld(new AbortController().signal)
  expect(await rowsOf(years)).toMatchObject([
    { has_original: false, size: 0, reply_text: 'Yes' },
    { has_original: false, size: 0, reply_text: expect.stringContaining('Away until Monday') },
  ])
  const [{ bytes } = { bytes: '' }] = await query<{ bytes: string }>(
    'select bytes from inbound_storage where owner_id = $1',
    [years.id],
  )
  expect(Number(bytes)).toBeLessThan(100)
  expect(await conversations(), 'none is left without mail').toEqual(emails.toSorted())
})

test('an original is in its owner’s download and is deleted with the account', async () => {
  const gone = await createCustomer('Gone')
  const { emails, originals, address } = await sendTo(gone)
  await deliver(await answerTo(originals[0]!, emails[0]!, 0, 'In the download'), emails[0]!, [address])

  const { answer } = await gone.call(accountRoutes.downloadData)
  const files = unzipSync(new Uint8Array(await (answer as Blob).arrayBuffer()))
  const [row] = JSON.parse(new TextDecoder().decode(files['json/inbound_messages.json']))
  expect(row.raw).toContain('In the download')

  await gone.call(accountRoutes.deleteAccount, { body: { confirmation: 'DELETE' } })
  await drain()
  expect(await rowsOf(gone)).toEqual([])
})
