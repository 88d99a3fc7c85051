import { trackingRoutes } from '@goldpan/contract/tracking'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { alice, visitor, app, mail, drain, clock, query } = await startTestApp()
const HUMAN_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

async function sendTo(count: number) {
  const campaign = await writeCampaign(alice, count)
  await startSend(alice, campaign.id)
  await drain()
  clock.advance(10 * 60_000)
  const links = campaign.emails.map((email) => {
    const raw = mail.accepted.findLast(({ envelope }) => envelope.to === email)!.raw.toString()
    const body = raw.slice(raw.indexOf('\r\n\r\n')).replace(/=\r\n/g, '').replaceAll('=3D', '=')
    return {
      pixel: /(\/t\/o\/[\w-]+\.gif)"/.exec(body)![1]!,
      page: /\/unsubscribe\?token=([\w-]+)/.exec(body)![1]!,
      oneClick: /^List-Unsubscribe: <http:\/\/localhost:3000([^>]+)>/m.exec(raw)![1]!,
    }
  })
  return { ...campaign, links }
}

test('a thousand concurrent opens, many repeated or forged, get the same answer and are counted exactly (I1)', async () => {
  const { id, links } = await sendTo(40)
  const urls = Array.from({ length: 1000 }, (_, n) =>
    n % 10 === 0 ? `/t/o/${'A'.repeat(39)}.gif` : links[n % links.length]!.pixel,
  )
  const answers = await Promise.all(
    urls.map((url) => app.server.inject({ method: 'GET', url, headers: { 'user-agent': HUMAN_USER_AGENT } })),
  )
  await app.features.tracking.flushVisits()
  expect(new Set(answers.map(({ statusCode, rawPayload }) => `${statusCode} ${rawPayload.length}`))).toEqual(
    new Set(['200 43']),
  )
  const opened = new Set(urls.filter((_, n) => n % 10 !== 0)).size
  expect(Object.values(await readStatuses(alice, id)).filter((status) => status === 'opened')).toHaveLength(
    opened,
  )
  const [row] = await query('select count(distinct recipient_id)::int as n from tracking_events')
  expect(row).toEqual({ n: opened })
})

test('GET never unsubscribes, however often, and POST always does (I3, SEND-25, LIST-15)', async () => {
  const { id, emails, links } = await sendTo(10)
  const get = (method: 'GET' | 'HEAD', url: string, headers = {}) =>
    app.server.inject({ method, url, headers })
  const reads = await Promise.all(
    Array.from({ length: 300 }, (_, n) => {
      const { oneClick, page } = links[n % 10]!
      const url = n % 2 ? oneClick : `/unsubscribe?token=${page}`
      return get(n % 3 ? 'GET' : 'HEAD', url, n % 5 ? {} : { purpose: 'prefetch' })
    }),
  )
  expect(reads.every(({ statusCode }) => statusCode < 300 || statusCode === 404)).toBe(true)
  expect(new Set(Object.values(await readStatuses(alice, id)))).toEqual(new Set(['sent']))

  const bodies = [
    { type: 'application/x-www-form-urlencoded', payload: 'List-Unsubscribe=One-Click' },
    { type: 'multipart/form-data; boundary=x', payload: '--x\r\n\r\n--x--' },
    { type: 'text/plain', payload: 'something else' },
  ]
  const posts = await Promise.all(
    Array.from({ length: 100 }, (_, n) => {
      const { type, payload } = bodies[n % 3]!
      const headers = { 'content-type': type }
      return app.server.inject({ method: 'POST', url: links[n % 10]!.oneClick, payload, headers })
    }),
  )
  expect(new Set(posts.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await readStatuses(alice, id)).toEqual(
    Object.fromEntries(emails.map((email) => [email, 'unsubscribed'])),
  )
  const [row] = await query("select count(*)::int as n from tracking_events where kind = 'unsubscribe'")
  expect(row).toEqual({ n: 10 })
  const { answer } = await visitor.call(trackingRoutes.unsubscribeState, { query: { token: links[0]!.page } })
  expect(answer.state).toBe('unsubscribed')
})

test('a late event never moves a status back (TRACK-02)', async () => {
  const { id, emails, links } = await sendTo(1)
  const statusNow = async () => Object.values(await readStatuses(alice, id))[0]
  const [row] = await query<{ id: string }>('select id from recipients where email = $1', [emails[0]])
  const [message] = await app.features.sendingMessages.findMessages(app.database.db, [row!.id])
  const { tracking } = app.features
  const load = async () => {
    await app.server.inject({
      method: 'GET',
      url: links[0]!.pixel,
      headers: { 'user-agent': HUMAN_USER_AGENT },
    })
    await tracking.flushVisits()
  }
  expect(await statusNow()).toBe('sent')
  await load()
  expect(await statusNow()).toBe('opened')
  await tracking.recordReply(app.database.db, message!, { isStop: false })
  expect(await statusNow()).toBe('responded')
  await load()
  await tracking.recordDelivered(app.database.db, message!)
  await tracking.recordReply(app.database.db, message!, { isStop: false })
  expect(await statusNow()).toBe('responded')
})
