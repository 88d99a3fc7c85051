import { once } from 'node:events'
import { createServer } from 'node:net'
import { mailboxRoutes } from '@goldpan/contract/mailbox'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readCampaign, readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'

const port = await findFreePort()
const { alice, visitor, app, drain, query, clock } = await startTestApp({
  // Uses the real outbox and listener, each on a separate port.
  ports: { mail: undefined },
  environment: { INBOUND_SMTP_PORT: '0', PUBLIC_URL: `http://localhost:${port}` },
})
beforeAll(async () => {
  await app.server.listen({ port, host: 'localhost' })
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port: found } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return found
}

const list = async (to: string) => (await visitor.call(mailboxRoutes.list, { query: { to } })).answer
const read = (id: string) => visitor.call(mailboxRoutes.read, { params: { id }, query: {} })
/** The newest message to an address. */
const newest = async (to: string) => (await read((await list(to))[0]!.id)).answer
const act = (route: 'open' | 'reply' | 'bounce', id: string, body = {}) =>
  visitor.call(mailboxRoutes[route], { params: { id }, query: {}, body } as never)

test('a message in the mailbox can be opened, answered, bounced and unsubscribed from by production’s paths (TRACK-01, TRACK-05, TRACK-06)', async () => {
  const emails = ['opens@shop.example', 'answers@shop.example', 'bounces@shop.example', 'leaves@shop.example']
  const { id } = await writeCampaign(alice, emails)
  await startSend(alice, id)
  await drain()
  const [opens, answers, bounces, leaves] = await Promise.all(emails.map(newest))
  expect(opens).toMatchObject({
    from: 'Alice Tester <alice-tester@reply.test.example>',
    to: 'opens@shop.example',
    subject: 'Ovens for you',
    text: expect.stringContaining('Hello there'),
    html: expect.stringContaining('Hello there'),
    received_at: expect.any(String),
  })
  expect(opens!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')

  expect((await act('open', opens!.id)).status).toBe(200)
  await app.features.tracking.flushVisits()
  expect((await act('reply', answers!.id, { text: 'Please call me' })).status).toBe(200)
  expect((await act('bounce', bounces!.id)).status).toBe(200)
  const token = new URL(leaves!.unsubscribe_url!).searchParams.get('token')
  await app.server.inject({ method: 'POST', url: '/api/email/unsubscribe', payload: { token } })
  await drain()
  expect(await readStatuses(alice, id)).toEqual({
    'opens@shop.example': 'opened',
    'answers@shop.example': 'responded',
    'bounces@shop.example': 'bounced',
    'leaves@shop.example': 'unsubscribed',
  })
  expect((await readCampaign(alice, id)).counts).toMatchObject({ opened: 2, responded: 1, failed: 1 })

  const told = (await list(alice.email)).find(({ from }) => from.includes('via Goldpan'))
  const { answer: forwarded } = await read(told!.id)
  expect(forwarded).toMatchObject({
    from: 'answers@shop.example via Goldpan <alice-tester@reply.test.example>',
    text: expect.stringContaining('Please call me'),
  })
  expect(forwarded.headers['reply-to']).toContain('answers@shop.example')

  clock.advance(1000)
  // The user's reply goes to the prospect, not back to the user.
  expect((await act('reply', forwarded.id, { text: 'I call at noon' })).status).toBe(200)
  expect((await newest('answers@shop.example')).text).toContain('I call at noon')
})

test('a recipient’s messages have text, HTML and headers', async () => {
  const [entry] = await list('opens@shop.example')
  const { text, html, headers } = await newest('opens@shop.example')
  expect(entry).toMatchObject({ text, html, headers })
  expect(headers.to).toContain('opens@shop.example')
})

test('a part of the recipient’s address finds messages, whatever its case, and without their texts', async () => {
  const search = async (text: string) =>
    (await visitor.call(mailboxRoutes.list, { query: { search: text } })).answer
  expect((await search('OPENS@Sh')).map(({ to }) => to)).toEqual(['opens@shop.example'])
  expect((await search('s@shop')).length).toBeGreaterThan(2)
  expect(await search('o%shop')).toEqual([])
  expect((await search('opens'))[0]).not.toHaveProperty('text')
  expect(await list('opens')).toEqual([])
})

test('the newest message comes first, and an unknown one is a 404', async () => {
  const all = (await visitor.call(mailboxRoutes.list, { query: {} })).answer
  expect(all.length).toBeGreaterThan(3)
  expect(all.map(({ received_at }) => received_at)).toEqual(
    all
      .map((one) => one.received_at)
      .sort()
      .reverse(),
  )
  for (const one of all)
    expect(Object.keys(one).sort()).toEqual(['from', 'id', 'received_at', 'subject', 'to'])
  expect((await read(crypto.randomUUID())).status).toBe(404)
  expect((await act('open', crypto.randomUUID())).status).toBe(404)
  expect((await act('open', 'x')).status).toBe(404)
})

test('a list reads only headers, including long and non-ASCII ones', async () => {
  const filler = Array.from({ length: 400 }, (_, n) => `X-Filler-${n}: ${'x'.repeat(60)}`)
  const subject = 'Subject: =?utf-8?B?R3LDvMOfZSBhdXMgU2NoYWFu?='
  const raw = ['From: Jo <jo@mill.example>', subject, ...filler, '', 'Subject: not this', ''].join('\r\n')
  await query(
    "insert into outbox_messages (envelope_from, envelope_to, raw, received_at) values ('jo@mill.example', 'long@shop.example', $1, now())",
    [Buffer.from(raw)],
  )
  expect(await list('long@shop.example')).toMatchObject([
    { from: 'Jo <jo@mill.example>', subject: 'Grüße aus Schaan', to: 'long@shop.example' },
  ])
  expect(Object.keys((await newest('long@shop.example')).headers)).toHaveLength(402)
})

test('there is no mailbox for other machines', async () => {
  const elsewhere = await app.server.inject({ url: '/api/mailbox', remoteAddress: '192.0.2.7' })
  expect(elsewhere.statusCode).toBe(404)
})

test('a reply refused by the listener is reported', async () => {
  const [message] = await list('opens@shop.example')
  await query("update outbox_messages set envelope_from = 'stranger@reply.test.example' where id = $1", [
    message!.id,
  ])
  const { status, refusal } = await act('bounce', message!.id)
  expect([status, refusal.message]).toEqual([502, expect.stringContaining('550 5.1.1 No such address here')])
})
