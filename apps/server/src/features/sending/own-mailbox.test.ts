import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { usageRoutes } from '@goldpan/contract/usage'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { PROVIDER_PASSWORD, startMailProvider } from '../../../test/mail-provider.ts'
import { readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { NO_PACE } from './pace.rules.ts'
import { sendingJob } from './sending.ts'

/** Runs while the server keeps RCPT waiting. */
let beforeRecipient = () => undefined as unknown
const provider = await startMailProvider({ beforeRecipient: () => beforeRecipient() })
afterAll(() => provider.close())
const { port, taken } = provider

const { alice, bob, mail, drain, query, clock, app } = await startTestApp({
  environment: { MAILBOX_ALLOW_PRIVATE: `localhost:${port}` },
})
const form = {
  address: 'pat@own.example',
  name: 'Pat of the ovens',
  host: 'localhost',
  port,
  security: 'starttls' as const,
  username: 'pat',
  password: PROVIDER_PASSWORD,
  is_used: true,
}

test('a mailbox is tested when it is saved, and its password is sealed and never told again', async () => {
  const wrong = await alice.call(senderMailboxRoutes.save, { body: { ...form, password: 'wrong' } })
  expect(wrong.answer.mailbox?.check_error).toContain('refused the user name or password')
  await expect.poll(() => provider.countConnections()).toBe(0)
  const { status, answer } = await alice.call(senderMailboxRoutes.save, { body: form })
  expect([status, answer.mailbox]).toEqual([
    200,
    expect.objectContaining({
      address: 'pat@own.example',
      check_error: null,
      checked_at: expect.any(String),
    }),
  ])
  expect(JSON.stringify(answer)).not.toContain(PROVIDER_PASSWORD)
  const [row] = await query<{ sealed_secret: string }>('select sealed_secret from mailboxes')
  expect(row!.sealed_secret).not.toContain(PROVIDER_PASSWORD)
  // Without a new password the stored one is kept, but never sent to another server.
  const { password: _password, ...kept } = form
  const again = await alice.call(senderMailboxRoutes.save, { body: kept })
  expect(again.answer.mailbox?.check_error).toBeNull()
  const moved = await alice.call(senderMailboxRoutes.save, { body: { ...kept, host: 'evil.example' } })
  expect(moved.refusal.code).toBe('sending.mailbox_password')
  expect((await alice.call(senderMailboxRoutes.test)).answer.mailbox?.check_error).toBeNull()
})

test('a campaign leaves from the own mailbox, and answers still come to the return address', async () => {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id, emails } = await writeCampaign(alice, 2)
  const { answer: preview } = await alice.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })
  expect(preview.sender).toMatchObject({ address: 'pat@own.example', is_mailbox: true })
  const { answer: started } = await startSend(alice, id)
  await drain()
  expect(await readJob(alice, started.job_id)).toMatchObject({
    status: 'completed',
    progress: { success: 2 },
  })
  expect(taken.map(({ to }) => to).sort()).toEqual([...emails].sort())
  expect(taken[0]!.from).toBe('pat@own.example')
  expect(taken[0]!.raw).toMatch(/^From: "?Pat of the ovens"? <pat@own\.example>\r$/m)
  expect(taken[0]!.raw).toMatch(/^Reply-To: .*<alice-tester@reply\.test\.example>\r$/m)
  expect(mail.accepted.some(({ envelope }) => emails.includes(envelope.to))).toBe(false)
})

test('a mailbox that is taken away in the middle ends the send with a sentence', async () => {
  const { id } = await writeCampaign(alice, 2)
  const { answer: started } = await startSend(alice, id)
  await alice.call(senderMailboxRoutes.remove)
  await drain()
  expect(await readJob(alice, started.job_id)).toMatchObject({
    status: 'failed',
    error: 'Your own mailbox is no longer set up. Set it up again, or send from your return address.',
  })
})

test.each([
  ['127.0.0.1', 587],
  ['localhost', 25],
  ['169.254.169.254', 465],
  ['localhost.localdomain', 2525],
])('a mail server inside of the own network is not reached: %s', async (host, privatePort) => {
  const { answer } = await bob.call(senderMailboxRoutes.save, { body: { ...form, host, port: privatePort } })
  expect(answer.mailbox?.check_error).toContain('could not be found')
})

test('Bob cannot see, test or remove the mailbox of Alice', async () => {
  await alice.call(senderMailboxRoutes.save, { body: form })
  await bob.call(senderMailboxRoutes.remove)
  expect((await bob.call(senderMailboxRoutes.get)).answer).toEqual({ mailbox: null })
  expect((await bob.call(senderMailboxRoutes.test)).status).toBe(404)
  expect((await bob.call(senderMailboxRoutes.remove)).status).toBe(404)
  expect((await alice.call(senderMailboxRoutes.get)).answer.mailbox?.address).toBe('pat@own.example')
})

test('a message that a slow server holds up does not leave after the sending window', async () => {
  clock.set('2026-03-06T16:59:00.000Z')
  const window = { window_days: [1, 2, 3, 4, 5], window_from: '09:00', window_to: '17:00', time_zone: 'UTC' }
  await alice.call(sendingCareRoutes.savePace, { body: { ...NO_PACE, ...window } })
  const { id, emails } = await writeCampaign(alice, 1)
  beforeRecipient = () => clock.set('2026-03-06T17:00:00.000Z')
  const { answer } = await startSend(alice, id)
  await drain()

  const arrived = () => taken.filter(({ to }) => emails.includes(to)).length
  expect(arrived()).toBe(0)
  expect((await readJob(alice, answer.job_id)).hold).toContain('Waiting for the sending window')

  beforeRecipient = () => undefined
  clock.set('2026-03-09T09:00:00.000Z')
  await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
  await drain()
  expect(arrived()).toBe(1)
})

test('a reply that comes while the server keeps the recipient waiting stops the message and costs nothing', async () => {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id, emails } = await writeCampaign(alice, 1)
  const [row] = await query<{ id: string }>('select id from campaign_prospects where campaign_id = $1', [id])
  const used = async () => (await alice.call(usageRoutes.getUsage)).answer.emails_sent_count
  const before = await used()
  beforeRecipient = () =>
    app.features.campaigns.applyDelivery(app.database.db, alice.id, row!.id, {
      email_status: 'responded',
      responded_at: clock.now().toISOString(),
    })
  const { answer } = await startSend(alice, id)
  await drain()
  beforeRecipient = () => undefined
  expect(taken.filter(({ to }) => emails.includes(to))).toEqual([])
  expect((await readJob(alice, answer.job_id)).status).toBe('completed')
  expect(await used()).toBe(before)
})
