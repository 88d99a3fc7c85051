import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { NO_PACE } from './pace.rules.ts'

const PASSWORD = 'correct horse'
const taken: { from: string; to: string; raw: string }[] = []

/** A provider's mail server, with TLS and login. */
const provider = new SMTPServer({
  disableReverseLookup: true,
  logger: false,
  onAuth: ({ password }, _session, done) =>
    password === PASSWORD
      ? done(null, { user: 'pat' })
      : done(Object.assign(new Error('Authentication failed'), { responseCode: 535 })),
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom ? mailFrom.address : ''
      taken.push({ from, to: rcptTo[0]!.address, raw: Buffer.concat(chunks).toString() })
      done(null, '2.0.0 taken')
    })
  },
})
provider.on('error', () => undefined)
provider.listen(0, '127.0.0.1')
await once(provider.server, 'listening')
afterAll(() => new Promise<void>((resolve) => provider.close(() => resolve())))
const { port } = provider.server.address() as AddressInfo

const { alice, bob, mail, drain, query } = await startTestApp({
  environment: { MAILBOX_ALLOW_PRIVATE: `localhost:${port}` },
})
const form = {
  ...{ address: 'pat@own.example', name: 'Pat of the ovens', host: 'localhost', port },
  ...{ security: 'starttls' as const, username: 'pat', password: PASSWORD, is_used: true },
}

test('a mailbox is tested when it is saved, and its password is sealed and never told again', async () => {
  const wrong = await alice.call(senderMailboxRoutes.save, { body: { ...form, password: 'wrong' } })
  expect(wrong.answer.mailbox?.check_error).toContain('refused the user name or password')
  const { status, answer } = await alice.call(senderMailboxRoutes.save, { body: form })
  expect([status, answer.mailbox]).toEqual([
    200,
    expect.objectContaining({
      address: 'pat@own.example',
      check_error: null,
      checked_at: expect.any(String),
    }),
  ])
  expect(JSON.stringify(answer)).not.toContain(PASSWORD)
  const [row] = await query<{ sealed_password: string }>('select sealed_password from sender_mailboxes')
  expect(row!.sealed_password).not.toContain(PASSWORD)
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
    error: 'Your own mailbox is not set up any more. Set it up again, or send from your return address.',
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
