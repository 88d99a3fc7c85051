import { randomUUID } from 'node:crypto'
import { buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { replyRoutes } from '@goldpan/contract/replies'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, expect, test } from 'vitest'
import { DOVECOT_PASSWORD, startDovecot } from '../../../test/dovecot-server.ts'
import { startGmailServer } from '../../../test/gmail-server.ts'
import { startGraphServer } from '../../../test/graph-server.ts'
import { startTestApp } from '../../../test/harness.ts'
import { addMailbox } from '../../../test/own-mailbox.ts'
import { startPausableProxy } from '../../../test/pausable-proxy.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { systemClock } from '../../providers/clock/system.ts'
import { createGmailReading } from '../../providers/mailbox-reading/gmail.ts'
import { createGraphReading } from '../../providers/mailbox-reading/graph.ts'
import { createImapReading } from '../../providers/mailbox-reading/imap.ts'
import { createMailboxReading } from '../../providers/mailbox-reading/mailbox-reading.ts'
import { IMPATIENT_MS, PATIENT_MS } from '../../providers/mailbox-reading/suite.ts'
import type { OAuth } from '../../providers/oauth/port.ts'
import { mailboxReadingJob } from './mailbox-reading.ts'

const SCOPES = [
  'https://www.googleapis.com/auth/gmail.send',
  'https://www.googleapis.com/auth/gmail.readonly',
  'Mail.Send',
  'Mail.Read',
]
/** Access tokens are names of accounts. */
const tokenOf = (token: string) => ({ account: token, scopes: SCOPES })
const [dovecot, google, graph] = await Promise.all([
  startDovecot(),
  startGmailServer({ tokenOf }),
  startGraphServer({ tokenOf }),
])
const proxy = await startPausableProxy(dovecot.port)
afterAll(() => Promise.all([dovecot.close(), google.close(), graph.close(), proxy.close()]))
const renewing = {
  renew: async (_provider: string, refreshToken: string) => ({
    access_token: refreshToken,
    expires_at: new Date(Date.now() + 3_600_000),
    refresh_token: null,
  }),
} as unknown as OAuth
const limits = { clock: systemClock, readBytes: 10_485_760, timeoutMs: PATIENT_MS }
const imapOptions = { ...limits, allowPrivate: [`127.0.0.1:${proxy.port}`], presets: [] }
const testApp = await startTestApp({
  environment: {
    SENDING_PACE: 'free',
    GOOGLE_API_URL: google.url,
    MICROSOFT_API_URL: graph.url,
  },
  ports: {
    systemClock,
    oauth: renewing,
    mailboxReading: createMailboxReading({
      imap: createImapReading(imapOptions),
      gmail: createGmailReading({ ...limits, url: google.url }),
      graph: createGraphReading({ ...limits, url: graph.url }),
    }),
  },
})
const { alice, app, drain, mail, query } = testApp
afterEach(() => query("update mailboxes set state = 'off'"))

/** A mailbox at a provider, with what a test needs to see of it. */
interface Place {
  id: string
  address: string
  deliver(raw: Buffer, folder?: 'inbox' | 'junk'): Promise<unknown>
  losePlaces(): Promise<unknown>
  /** The last message sent, as its recipient receives it. */
  newest(): Buffer
}

async function connect(kind: 'google' | 'microsoft'): Promise<Place> {
  const address = `${randomUUID()}@own.example`
  const id = await addMailbox(testApp, { owner: alice.id, address, password: address })
  await query('update mailboxes set kind = $1, smtp = null, imap = null, granted_scopes = $2 where id = $3', [
    kind,
    SCOPES,
    id,
  ])
  const server = kind === 'google' ? google : graph
  return {
    id,
    address,
    deliver: async (raw, folder) => server.deliver(address, raw, folder),
    losePlaces: async () => (kind === 'google' ? google.expireHistory(address) : graph.expireDelta(address)),
    newest: () => server.sent.at(-1)!.raw,
  }
}

/** PostgreSQL's moments are finer than a Date, so one of the same millisecond would not be due yet. */
const A_SECOND_AGO = "now() - interval '1 second'"

async function look() {
  await query(`update mailbox_looks set due_at = ${A_SECOND_AGO}`)
  await app.ports.jobs.enqueue(app.database.db, mailboxReadingJob, {}, { key: 'look' })
  await drain()
}

let people = 0
async function send(place: Pick<Place, 'newest'>) {
  people += 1
  const email = `reader${people}@shop.example`
  const campaign = await writeCampaign(alice, [email])
  await startSend(alice, campaign.id)
  await drain()
  const original = place.newest()
  return {
    ...campaign,
    email,
    sample: { original, date: new Date(), from: { name: 'Rita', address: email } },
  }
}

const statusOf = async (id: string) => Object.values(await readStatuses(alice, id))[0]
const countStored = async (id: string) =>
  (await query('select id from inbound_messages where mailbox_id = $1', [id])).length
/** Makes everything scheduled for the Sent folder due now. */
const hurrySent = () =>
  query(`update recipients set sent_copy_at = ${A_SECOND_AGO} where sent_copy_at is not null`)

test.each(['google', 'microsoft'] as const)(
  '%s: a reply and a bounce are found, a lost place repeats nothing, and an answer stays in the thread (MBOX-37, MBOX-40, MBOX-42, MBOX-48, MBOX-49)',
  async (kind) => {
    const place = await connect(kind)
    const [sent, dead] = [await send(place), await send(place)]
    await look()
    await place.deliver(await buildReply({ ...sent.sample, text: 'What does it cost?' }))
    const bounce = await buildDsn({
      ...dead.sample,
      recipient: dead.email,
      reporting_mta: 'mx.own.example',
      status: '5.1.1',
      diagnostic: '550 5.1.1 No such user',
    })
    await place.deliver(bounce, 'junk')
    await look()
    expect([await statusOf(sent.id), await statusOf(dead.id)]).toEqual(['responded', 'bounced'])

    await place.losePlaces()
    await look()
    expect(await countStored(place.id)).toBe(2)

    const params = { id: sent.prospects[0]! }
    const { answer: opened } = await alice.call(replyRoutes.get, { params })
    expect(opened.mailbox).toEqual({ id: place.id, address: place.address })
    const body = { text: '90 EUR.', press_id: randomUUID() }
    await alice.call(replyRoutes.answer, { params: { id: opened.answers_to! }, body })
    await query('update answers set held_until = now()')
    await drain()
    const parsed = await PostalMime.parse(place.newest())
    expect(parsed.from?.address).toBe(place.address)
    expect(parsed.to).toMatchObject([{ address: sent.email }])
    expect(parsed.references).toContain((await PostalMime.parse(sent.sample.original)).messageId)
    expect(mail.accepted.some(({ envelope }) => envelope.to === sent.email)).toBe(false)
  },
)

test.each(['google', 'microsoft'] as const)(
  '%s: a reply that names only the id which the provider gave to the message counts (MBOX-48, MBOX-49)',
  async (kind) => {
    const place = await connect(kind)
    const server = kind === 'google' ? google : graph
    server.settings.changesMessageIds = true
    const sent = await send(place)
    server.settings.changesMessageIds = false
    const { messageId } = server.sent.at(-1)!
    await hurrySent()
    await look()
    const from = 'colleague@elsewhere.example'
    await place.deliver(
      Buffer.from(
        `Return-Path: <${from}>\r\nFrom: <${from}>\r\nTo: <${place.address}>\r\nSubject: Re: Ovens\r\nMessage-ID: <${randomUUID()}@elsewhere.example>\r\nIn-Reply-To: <${messageId}>\r\n\r\nYes, please.\r\n`,
      ),
    )
    await look()
    expect(await statusOf(sent.id)).toBe('responded')
  },
)

test('IMAP: renumbered folders and a dead session lose and repeat nothing, and nothing is marked (MBOX-38, MBOX-44, MBOX-45)', async () => {
  const { user, id, sent } = await connectByPassword()
  const [first, second] = sent
  await dovecot.deliver(user, await buildReply({ ...first!, text: 'First' }), 'inbox')
  await look()
  await dovecot.deliver(user, await buildReply({ ...second!, text: 'Second' }), 'inbox')
  await dovecot.renumber(user)
  proxy.pause()
  imapOptions.timeoutMs = IMPATIENT_MS
  await look()
  expect(await countStored(id)).toBe(1)
  proxy.resume()
  imapOptions.timeoutMs = PATIENT_MS
  await look()
  await look()
  expect(await countStored(id)).toBe(2)
  expect((await dovecot.list(user)).map(({ flags }) => flags)).toEqual(['', ''])
  expect(proxy.countOpen()).toBe(0)
})

test('IMAP: of 40 MB the text is read, and the next ones, too (MBOX-46)', async () => {
  const { user, id, sent } = await connectByPassword()
  const { address } = sent[0]!.from
  const file = `${'QUJD'.repeat(19)}\r\n`.repeat(40_000_000 / 78)
  const large = [
    `Return-Path: <${address}>\r\nFrom: <${address}>\r\nMessage-ID: <${randomUUID()}@shop.example>`,
    'Subject: Re: Ovens\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=outer\r\n',
    '--outer\r\nContent-Type: text/plain\r\n\r\nWith a film\r\n',
    `--outer\r\nContent-Type: video/mp4; name=film.mp4\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}--outer--\r\n`,
  ].join('\r\n')
  await dovecot.deliver(user, Buffer.from(large, 'latin1'), 'inbox')
  await dovecot.deliver(user, await buildReply({ ...sent[1]!, text: 'Small' }), 'inbox')
  const before = proxy.countBytes()
  await look()
  expect(proxy.countBytes() - before).toBeLessThan(2_000_000)
  const rows = await query(
    'select reply_text, mailbox_notice, octet_length(raw) < 1000000 as small from inbound_messages where mailbox_id = $1 order by reply_text desc',
    [id],
  )
  expect(rows).toEqual([
    {
      reply_text: 'With a film',
      mailbox_notice: `Its files are too large to read here; they are in ${user}@own.example.`,
      small: true,
    },
    { reply_text: 'Small', mailbox_notice: null, small: true },
  ])
})

test('IMAP: a copy is put into Sent once, read (MBOX-25)', async () => {
  const { user, campaign } = await connectByPassword({ keep_copy: true })
  await hurrySent()
  await look()
  await query(`update recipients set sent_copy_at = ${A_SECOND_AGO} where campaign_id = $1`, [campaign.id])
  await look()
  const copies = (await dovecot.list(user)).filter(({ folder }) => folder === 'sent')
  expect(copies).toHaveLength(2)
  expect(copies.every(({ is_read }) => is_read)).toBe(true)
})

/** A mailbox at Dovecot, from which two messages went out by a mail server that takes everything. */
async function connectByPassword({ keep_copy = false } = {}) {
  const user = randomUUID()
  const imap = { host: '127.0.0.1', port: proxy.port, security: 'starttls', username: user }
  const address = `${user}@own.example`
  const id = await addMailbox(testApp, {
    owner: alice.id,
    address,
    password: DOVECOT_PASSWORD,
    imap,
    keep_copy,
  })
  people += 2
  const emails = [`reader${people}@shop.example`, `reader${people - 1}@shop.example`]
  const left = new Map<string, Buffer>()
  const { handOver } = app.ports.mailboxes
  app.ports.mailboxes.handOver = async (_access, { envelope, raw }, options) => {
    await options?.beforeBody?.()
    left.set(envelope.to, raw)
    return { outcome: 'accepted', code: 250, answer: '250 OK' }
  }
  const campaign = await writeCampaign(alice, emails)
  await startSend(alice, campaign.id)
  await drain()
  app.ports.mailboxes.handOver = handOver
  const sent = emails.map((email) => ({
    original: left.get(email)!,
    date: new Date(),
    from: { name: 'Rita', address: email },
  }))
  return { user, id, campaign, sent }
}
