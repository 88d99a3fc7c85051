import { trackingRoutes } from '@goldpan/contract/tracking'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readCampaign, readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { alice, bob, visitor, app, mail, drain, clock, query } = await startTestApp()
const HUMAN_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

/** A campaign sent a while ago, with the links of each message. */
async function sendCampaign(recipients: number | string[], who = alice) {
  const campaign = await writeCampaign(who, recipients)
  await startSend(who, campaign.id)
  await drain()
  clock.advance(10 * 60_000)
  return { ...campaign, links: campaign.emails.map((email) => linksOf(email)) }
}

function linksOf(email: string) {
  const message = mail.accepted.findLast(({ envelope }) => envelope.to === email)
  // A signature may end in '=' as well, but only the body is quoted-printable.
  const [head, ...body] = message!.raw.toString().split('\r\n\r\n')
  const text = `${head}\n${body.join('\n').replace(/=\r\n/g, '').replaceAll('=3D', '=')}`
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  return {
    pixel: find(/src="http:\/\/localhost:3000(\/t\/o\/[\w-]+\.gif)"/),
    page: find(/\/unsubscribe\?token=([\w-]+)/),
    oneClick: find(/^List-Unsubscribe: <http:\/\/localhost:3000([^>]+)>/m),
  }
}

async function load(url: string, headers: Record<string, string> = { 'user-agent': HUMAN_USER_AGENT }) {
  const response = await app.server.inject({ method: 'GET', url, headers })
  await app.features.tracking.flushVisits()
  return response
}

const eventsOf = (email: string) =>
  query<{ kind: string; class: string; rule: string }>(
    'select kind, class, rule from tracking_events e join recipients r on r.id = e.recipient_id where r.email = $1 order by e.at',
    [email],
  )
const mailTo = (email: string) => mail.accepted.filter(({ envelope }) => envelope.to === email).length
const unsubscribe = (token: string) => visitor.call(trackingRoutes.unsubscribe, { body: { token } })
const undo = (token: string) => visitor.call(trackingRoutes.undoUnsubscribe, { body: { token } })
const stateOf = (token: string) => visitor.call(trackingRoutes.unsubscribeState, { query: { token } })

test('the pixel is the same 43 bytes for every token and never cached (TRACK-04)', async () => {
  const { links } = await sendCampaign(1)
  const answers = await Promise.all(
    [links[0]!.pixel, '/t/o/forged.gif', `/t/o/${'A'.repeat(28)}.gif`].map((url) => load(url)),
  )
  for (const { statusCode, rawPayload, headers } of answers) {
    expect([statusCode, rawPayload.length, headers['content-type']]).toEqual([200, 43, 'image/gif'])
    expect(headers['cache-control']).toBe('no-store, max-age=0, private')
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('a pixel loaded by a person opens the message, one loaded by a machine does not (TRACK-01, TRACK-04)', async () => {
  const { id, emails, links } = await sendCampaign(3)
  await load(links[0]!.pixel)
  await load(links[1]!.pixel, { 'user-agent': 'Mozilla/5.0' })
  await load(links[2]!.pixel, { 'user-agent': HUMAN_USER_AGENT, purpose: 'prefetch' })
  expect(await readStatuses(alice, id)).toEqual({
    [emails[0]!]: 'opened',
    [emails[1]!]: 'sent',
    [emails[2]!]: 'sent',
  })
  expect((await readCampaign(alice, id)).counts).toMatchObject({ sent: 3, opened: 1 })
  expect(await eventsOf(emails[1]!)).toEqual([{ kind: 'open', class: 'machine', rule: 'apple-privacy' }])
  expect(await eventsOf(emails[2]!)).toEqual([{ kind: 'open', class: 'prefetch', rule: 'prefetch-header' }])
})

test('a HEAD request is answered and not recorded', async () => {
  const { emails, links } = await sendCampaign(1)
  const answer = await app.server.inject({ method: 'HEAD', url: links[0]!.pixel })
  await app.features.tracking.flushVisits()
  expect([answer.statusCode, (await eventsOf(emails[0]!)).length]).toEqual([200, 0])
})

test('an open proves that an unconfirmed message arrived', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  mail.answers.set(emails[0]!, { outcome: 'unconfirmed', code: null, answer: 'broke' })
  const { answer: started } = await startSend(alice, id)
  await drain()
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'sent (unconfirmed)' })
  const [row] = await query<{ id: string }>('select id from recipients where job_id = $1', [started.job_id])
  const [message] = await app.features.sendingMessages.findMessages(app.database.db, [row!.id])
  await app.features.tracking.recordDelivered(app.database.db, message!)
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'sent' })
})

test('a bounce proves that an unconfirmed message failed, and only then is it refunded (USAGE-16)', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  mail.answers.set(emails[0]!, { outcome: 'unconfirmed', code: null, answer: 'broke' })
  const units = async () =>
    (await query<{ sum: string }>('select sum(units) from usage_entries where owner_id = $1', [alice.id]))[0]!
      .sum
  const before = Number(await units())
  const { answer: started } = await startSend(alice, id)
  await drain()
  expect(Number(await units())).toBe(before + 1)
  const [row] = await query<{ id: string }>('select id from recipients where job_id = $1', [started.job_id])
  const [message] = await app.features.sendingMessages.findMessages(app.database.db, [row!.id])
  const report = { class: 'hard', status: '5.1.1', reason: 'user-unknown' } as const
  await app.features.tracking.recordBounce(app.database.db, message!, report)
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'bounced' })
  expect(Number(await units())).toBe(before)
})

test('reading the unsubscribe page changes nothing (LIST-15)', async () => {
  const { id, emails, links } = await sendCampaign(1)
  for (let visit = 0; visit < 3; visit++)
    expect((await stateOf(links[0]!.page)).answer).toMatchObject({
      state: 'subscribed',
      sender: 'Alice Tester',
      email: emails[0],
      undo_until: null,
    })
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'sent' })
})

test('unsubscribing applies to all campaigns of that sender, and to no other sender (LIST-10, LIST-11, TRACK-03, TRACK-09)', async () => {
  const email = 'leaving@shop.example'
  const another = await writeCampaign(alice, [email])
  const { id, links } = await sendCampaign([email])
  const { status, answer } = await unsubscribe(links[0]!.page)
  expect([status, answer.message, answer.state]).toEqual([200, 'Successfully Unsubscribed', 'unsubscribed'])
  expect(await readStatuses(alice, id)).toEqual({ [email]: 'unsubscribed' })

  const before = mailTo(email)
  expect((await startSend(alice, another.id)).refusal.code).toBe('sending.nobody')
  expect(await readStatuses(alice, another.id)).toEqual({ [email]: 'unsubscribed' })
  await sendCampaign([email], bob)
  expect(mailTo(email)).toBe(before + 1)

  await load(links[0]!.pixel)
  expect(await readStatuses(alice, id)).toEqual({ [email]: 'unsubscribed' })
})

test('unsubscribing twice is like once', async () => {
  const { emails, links } = await sendCampaign(1)
  const answers = await Promise.all([unsubscribe(links[0]!.page), unsubscribe(links[0]!.page)])
  expect(answers.map(({ status, answer }) => [status, answer.state])).toEqual([
    [200, 'unsubscribed'],
    [200, 'unsubscribed'],
  ])
  expect((await eventsOf(emails[0]!)).filter(({ kind }) => kind === 'unsubscribe')).toHaveLength(1)
})

test('the one-click URL acts only on POST, with any body (SEND-25)', async () => {
  const { id, emails, links } = await sendCampaign(2)
  const url = links[0]!.oneClick
  for (const method of ['GET', 'HEAD'] as const)
    expect((await app.server.inject({ method, url })).statusCode).toBe(200)
  expect(await readStatuses(alice, id)).toMatchObject({ [emails[0]!]: 'sent' })
  const form = await app.server.inject({
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const multipart = await app.server.inject({
    method: 'POST',
    url: links[1]!.oneClick,
    payload: '--x\r\n\r\n--x--',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  const bare = await app.server.inject({ method: 'POST', url })
  expect([form, multipart, bare].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(Object.values(await readStatuses(alice, id)))).toEqual(new Set(['unsubscribed']))
})

test('a changed link unsubscribes nobody, and a token serves only its purpose (LIST-12)', async () => {
  const { id, emails, links } = await sendCampaign(1)
  const token = links[0]!.page
  const oneClickToken = links[0]!.oneClick.split('/').at(-1)!
  const pixelToken = links[0]!.pixel.split('/').at(-1)!.replace('.gif', '')
  for (const wrong of [`${token.slice(0, -1)}!`, oneClickToken, pixelToken, 'x', '../..'])
    expect((await unsubscribe(wrong)).refusal.code).toBe('tracking.bad_link')
  expect((await unsubscribe('')).refusal.message).toBe('Missing unsubscribe token')
  expect((await app.server.inject({ method: 'POST', url: `/api/email/one-click/${token}` })).statusCode).toBe(
    400,
  )
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'sent' })
})

test('an unsubscription can be undone within 24 hours, which restores the status (LIST-17)', async () => {
  const email = 'mistaken@shop.example'
  const another = await writeCampaign(alice, [email])
  const { id, links } = await sendCampaign([email])
  await load(links[0]!.pixel)
  const { answer } = await unsubscribe(links[0]!.page)
  expect(answer.undo_until).toBe(new Date(clock.now().getTime() + 24 * 3_600_000).toISOString())
  await startSend(alice, another.id)
  clock.advance(23 * 3_600_000)
  expect((await undo(links[0]!.page)).answer).toMatchObject({ state: 'subscribed', undo_until: null })
  expect(await readStatuses(alice, id)).toEqual({ [email]: 'opened' })
  expect(await readStatuses(alice, another.id)).toEqual({ [email]: 'generated' })
  expect((await startSend(alice, another.id)).status).toBe(200)
  await drain()

  await unsubscribe(links[0]!.page)
  clock.advance(24 * 3_600_000)
  expect((await stateOf(links[0]!.page)).answer).toMatchObject({ state: 'unsubscribed', undo_until: null })
  expect((await undo(links[0]!.page)).refusal.code).toBe('tracking.undo_over')
})

test('right after the mail the page requires a click (LIST-16)', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  await startSend(alice, id)
  await drain()
  const { page } = linksOf(emails[0]!)
  const asked = async () => {
    const url = `/api/email/unsubscribe?token=${page}`
    const answer = await app.server.inject({
      method: 'GET',
      url,
      headers: { 'user-agent': HUMAN_USER_AGENT },
    })
    return answer.json<{ needs_click: boolean }>().needs_click
  }
  expect(await asked()).toBe(true)
  clock.advance(5 * 60_000)
  expect(await asked()).toBe(false)
})

test('opens of many recipients are written in batches, and repeated ones of a message once', async () => {
  const { emails, links } = await sendCampaign(5)
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      app.server.inject({
        method: 'GET',
        url: links[n % 5]!.pixel,
        headers: { 'user-agent': HUMAN_USER_AGENT },
      }),
    ),
  )
  await app.features.tracking.flushVisits()
  const counts = async () => Promise.all(emails.map(async (email) => (await eventsOf(email)).length))
  expect(await counts()).toEqual([1, 1, 1, 1, 1])
  const load = async () => {
    await app.server.inject({
      method: 'GET',
      url: links[0]!.pixel,
      headers: { 'user-agent': HUMAN_USER_AGENT },
    })
    await app.features.tracking.flushVisits()
  }
  await load()
  expect(await counts(), 'asked for again at once').toEqual([1, 1, 1, 1, 1])
  clock.advance(60_000)
  await load()
  expect(await counts(), 'a minute later it is another look').toEqual([2, 1, 1, 1, 1])
})
