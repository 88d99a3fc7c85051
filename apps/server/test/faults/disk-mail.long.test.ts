import { randomBytes } from 'node:crypto'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { afterAll, expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { createSmtpMail, parseSmtpUrl } from '../../src/providers/mail/smtp.ts'
import { connectTo, signIn } from '../signed-in.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'
import { findFreePort } from './free-port.ts'
import { createCaller } from './http-caller.ts'
import { startSink } from './mail-sink.ts'
import { makeSmallDisk } from './small-disk.ts'
import { DISK_FULL, startWeb, until } from './worker-process.ts'

const RECIPIENTS = 40
/** Random data, which doesn't compress. */
const BODY_BYTES = 300_000
const MAX_MESSAGES = 800

test('while the disk is full no incoming mail is accepted; with space again the send continues and mails nobody twice (F8)', async () => {
  const disk = makeSmallDisk()
  const sink = await startSink(() => Math.random() * 8)
  const port = await findFreePort()
  const environment = {
    ROLES: 'web,worker,inbound',
    DATA_DIR: disk.dataDir,
    INBOUND_SMTP_PORT: String(port),
    MAIL_SMTP_URL: sink.url,
    SEND_CONCURRENCY: '2',
    MAIL_RATE: '10',
  }
  let product = await startWeb(environment, { within: disk.within, provokes: DISK_FULL })
  const ada = createCaller(() => product.url, await signIn(disk.seenFrom(product.pid)))
  const { emailId, reply_domain } = (await ada.call(signatureRoutes.getReturnAddress)).answer
  const to = `${emailId}@${reply_domain}`
  await ada.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id, emails } = await writeCampaign(ada, RECIPIENTS)
  const sender = createSmtpMail({
    server: async () => parseSmtpUrl(`smtp://127.0.0.1:${port}`, 'mail.shop.example'),
  })
  afterAll(() => sender.close())
  const accepted = new Set<number>()
  async function deliver(n: number): Promise<boolean> {
    const from = `reader${n}@shop.example`
    const words = randomBytes(BODY_BYTES)
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\r\n')
    const raw = Buffer.from(
      `From: ${from}\r\nTo: ${to}\r\nSubject: Question ${n}\r\nMessage-ID: <q${n}@shop.example>\r\n\r\n${words}\r\n`,
    )
    const { outcome } = await sender.handOver({ raw, envelope: { from, to } })
    if (outcome === 'accepted') accepted.add(n)
    return outcome === 'accepted'
  }

  expect((await startSend(ada, id)).status).toBe(200)
  await until('the campaign is being sent', () => sink.accepted.length >= 5)
  disk.fill(product.pid)
  let refused = 0
  for (let n = 0; n < MAX_MESSAGES && refused < 3; n++) if (!(await deliver(n))) refused += 1
  expect(refused, 'mail that cannot be stored is not answered with 250').toBe(3)

  if (!disk.free(product.pid)) {
    await product.stop()
    product = await startWeb(environment, { provokes: DISK_FULL })
  }
  await until('mail is accepted again', () => deliver(MAX_MESSAGES))
  const dataDir = disk.seenFrom(product.pid)
  const ask = async <Row extends object>(sql: string): Promise<Row[]> => {
    const client = await connectTo(dataDir).catch(() => null)
    const rows = await client?.query<Row>(sql).then(
      (found) => found.rows,
      () => [],
    )
    await client?.end().catch(() => undefined)
    return rows ?? []
  }
  await until('every message of the campaign is settled', async () => {
    const [row] = await ask<{ n: number }>(
      "select count(*)::int as n from recipients where state not in ('queued', 'claimed', 'transmitting')",
    )
    return row?.n === RECIPIENTS
  })
  const stored = await ask<{ subject: string; n: number }>(
    "select envelope_from as subject, count(*)::int as n from inbound_messages where envelope_from like 'reader%' group by 1",
  )
  const kept = new Map(stored.map(({ subject, n }) => [subject, n]))
  expect([...accepted].filter((n) => kept.get(`reader${n}@shop.example`) !== 1)).toEqual([])

  const states = await ask<{ email: string; state: string }>('select email, state from recipients')
  const got = sink.accepted.map(({ to: email }) => email).filter((email) => emails.includes(email))
  expect(new Set(got).size, 'nobody was mailed twice').toBe(got.length)
  const emailsIn = (state: string) => states.filter((row) => row.state === state).map(({ email }) => email)
  expect(emailsIn('sent').filter((email) => !got.includes(email))).toEqual([])
  expect(emailsIn('sent').length + emailsIn('unconfirmed').length).toBe(RECIPIENTS)
  await product.stop()
}, 600_000)
