import { campaignRoutes } from '@goldpan/contract/campaigns'
import { trackingRoutes } from '@goldpan/contract/tracking'
import { writingRoutes } from '@goldpan/contract/writing'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { runReplayCommand } from './tracking.command.ts'

const { alice, bob, visitor, app, mail, drain, clock, query } = await startTestApp()
const HUMAN_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const { flushVisits, replayVisits } = app.features.tracking

/** A campaign with three links, sent a while ago. */
async function sendWithLinks(recipients: number | string[], who: Customer = alice) {
  const campaign = await writeCampaign(who, recipients)
  const body =
    'Hello {{businessName|there}},\n\nsee [our prices](https://ovens.example/prices?a=1&b=2), [the team](https://ovens.example/team) and [a map](https://ovens.example/map).\n\nhttps://ovens.example'
  const template = { subject: 'Ovens', body }
  await who.call(writingRoutes.updateTemplate, { params: { id: campaign.id }, body: { template } })
  await who.call(writingRoutes.regenerate, { params: { id: campaign.id }, body: {} })
  await startSend(who, campaign.id)
  await drain()
  clock.advance(10 * 60_000)
  return { ...campaign, messages: await Promise.all(campaign.emails.map(readMessage)) }
}

async function readMessage(email: string) {
  const { raw } = mail.accepted.findLast(({ envelope }) => envelope.to === email)!
  const { html = '', text = '' } = await PostalMime.parse(raw)
  const links = [...html.matchAll(/href="http:\/\/localhost:3000(\/t\/c\/[^"]+)"/g)].map((found) => found[1]!)
  const pixel = /src="http:\/\/localhost:3000(\/t\/o\/[\w-]+\.gif)"/.exec(html)?.[1] ?? null
  const page = /\/unsubscribe\?token=([\w-]+)/.exec(html)![1]!
  return { html, text, links, pixel, page }
}

const visit = (
  url: string,
  { agent = HUMAN_USER_AGENT, method = 'GET' as 'GET' | 'HEAD', from = '192.0.2.7' } = {},
) => app.server.inject({ method, url, headers: { 'user-agent': agent }, remoteAddress: from })
const choose = (choice: { opens: boolean; clicks: boolean }, who: Customer = alice) =>
  who.call(trackingRoutes.setChoice, { body: choice })
const eventsOf = (email: string) =>
  query<{ kind: string; class: string; rule: string }>(
    'select kind, class, rule from tracking_events e join recipients r on r.id = e.recipient_id where r.email = $1 order by e.at',
    [email],
  )

test('until click tracking is on, links are not rewritten', async () => {
  const { messages } = await sendWithLinks(1)
  expect(messages[0]!.links).toEqual([])
  expect(messages[0]!.html).toContain('href="https://ovens.example/team"')
})

test('with click tracking, links redirect to exactly the stored address, and the text part keeps them plain', async () => {
  await choose({ opens: true, clicks: true })
  const { id, emails, messages } = await sendWithLinks(1)
  const { links, text, html } = messages[0]!
  expect(links).toHaveLength(3)
  expect(text).toContain('https://ovens.example/prices?a=1&b=2')
  expect(html).toContain('https://ovens.example')
  const answer = await visit(links[0]!)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://ovens.example/prices?a=1&b=2'])
  expect(answer.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store, max-age=0, private',
  })
  await flushVisits()
  expect(await eventsOf(emails[0]!)).toEqual([{ kind: 'click', class: 'human', rule: 'person' }])
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'opened' })
  const { answer: seen } = await alice.call(trackingRoutes.getCampaign, { params: { id } })
  expect(seen).toMatchObject({
    clicks: { people: 1, count: 1, automatic: 0 },
    links: [{ url: 'https://ovens.example/prices?a=1&b=2', people: 1, clicks: 1 }],
  })
})

test('a changed, mixed or invented click URL redirects nowhere (A15)', async () => {
  const { emails, messages } = await sendWithLinks(1)
  const [, , , message, link] = messages[0]!.links[0]!.split('/') as [string, string, string, string, string]
  const wrong = [
    `/t/c/${message}/${link.slice(0, -2)}AA`,
    `/t/c/${message}/${message}`,
    `/t/c/${message}/x`,
    '/t/c/x/https:%2F%2Fevil.example',
    '/t/c/x/%2F%2Fevil.example',
    '/t/c/x/javascript:alert(1)',
    `/t/c/${message}/${messages[0]!.pixel!.split('/').at(-1)!.replace('.gif', '')}`,
  ]
  for (const url of wrong) {
    const answer = await visit(url)
    expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 404, undefined])
  }
  // A forged message token with a genuine link redirects but records nothing.
  expect((await visit(`/t/c/forged/${link}`)).headers.location).toBe('https://ovens.example/prices?a=1&b=2')
  await flushVisits()
  expect(await eventsOf(emails[0]!)).toEqual([])
})

test('a gateway that follows all links together, too soon or by HEAD opens nothing (I2)', async () => {
  const { id, emails, messages } = await sendWithLinks(3)
  for (const url of messages[0]!.links) await visit(url)
  await visit(messages[1]!.links[0]!, { method: 'HEAD' })
  // Three links from three networks are three people.
  for (const [at, url] of messages[2]!.links.entries()) await visit(url, { from: `198.51.${at}.1` })
  await flushVisits()
  expect((await eventsOf(emails[0]!)).map(({ rule }) => rule)).toEqual(['burst', 'burst', 'burst'])
  expect((await eventsOf(emails[1]!)).map(({ rule }) => rule)).toEqual(['head'])
  expect(await readStatuses(alice, id)).toEqual({
    [emails[0]!]: 'sent',
    [emails[1]!]: 'sent',
    [emails[2]!]: 'opened',
  })
})

test('stored visits are judged again by the current rules', async () => {
  const { id, emails, messages } = await sendWithLinks(1)
  await visit(messages[0]!.links[1]!)
  await flushVisits()
  await query("update tracking_events set class = 'scanner', rule = 'an old rule' where kind = 'click'")
  await query(
    "update campaign_prospects set email_status = 'sent', opened_at = null where email = $1",
    emails,
  )
  const lines: string[] = []
  const io = { out: (line: string) => void lines.push(line), err: () => undefined }
  expect(await runReplayCommand(app.features.tracking, [], io)).toBe(0)
  expect(lines).toContainEqual(
    expect.stringMatching(/^\d+ × click: scanner \(an old rule\) → human \(person\)$/),
  )
  expect(lines.at(-1)).toMatch(
    /visits judged again, \d+ differently\. Nothing was changed; --apply stores it\.$/,
  )
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'sent' })
  const { judged, changed } = await replayVisits({ apply: true })
  expect(judged).toBeGreaterThanOrEqual(changed)
  expect(changed).toBeGreaterThanOrEqual(1)
  expect((await eventsOf(emails[0]!)).map(({ rule }) => rule)).toEqual(['person'])
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'opened' })
  expect((await replayVisits({ apply: true })).changed).toBe(0)
  expect(await runReplayCommand(app.features.tracking, ['--now'], io)).toBe(1)
})

test('turned off for the account, nothing is recorded for earlier messages either', async () => {
  const { emails, messages } = await sendWithLinks(1)
  await choose({ opens: false, clicks: false })
  expect((await visit(messages[0]!.pixel!)).statusCode).toBe(200)
  expect((await visit(messages[0]!.links[0]!)).statusCode).toBe(302)
  await flushVisits()
  expect(await eventsOf(emails[0]!)).toEqual([])
  expect((await sendWithLinks(1)).messages[0]).toMatchObject({ pixel: null, links: [] })
  await choose({ opens: true, clicks: true })
})

test('a campaign can override the account’s choice and follow it again', async () => {
  const { id, emails, messages } = await sendWithLinks(1)
  const set = (body: { opens: boolean | null; clicks: boolean | null }) =>
    alice.call(trackingRoutes.setCampaign, { params: { id }, body })
  expect((await set({ opens: false, clicks: null })).answer).toMatchObject({
    account: { opens: true, clicks: true },
    choice: { opens: false, clicks: null },
  })
  await visit(messages[0]!.pixel!)
  await flushVisits()
  expect(await eventsOf(emails[0]!)).toEqual([])
  await set({ opens: null, clicks: null })
  await visit(messages[0]!.pixel!)
  await flushVisits()
  expect(await eventsOf(emails[0]!)).toHaveLength(1)
})

test('a recipient who opts out is no longer tracked, in old mail and new (I11)', async () => {
  const email = 'private@shop.example'
  const { messages } = await sendWithLinks([email])
  const record = (is_recorded: boolean) =>
    visitor.call(trackingRoutes.setRecording, { body: { token: messages[0]!.page, is_recorded } })
  expect((await record(false)).answer).toMatchObject({ is_recorded: false, state: 'subscribed' })
  const picture = await visit(messages[0]!.pixel!)
  expect([picture.statusCode, picture.rawPayload.length]).toEqual([200, 43])
  expect((await visit(messages[0]!.links[0]!)).statusCode).toBe(302)
  await flushVisits()
  expect(await eventsOf(email)).toEqual([])
  const again = await sendWithLinks([email])
  expect(again.messages[0]).toMatchObject({ pixel: null, links: [] })
  expect((await record(true)).answer.is_recorded).toBe(true)
  await visit(messages[0]!.pixel!)
  await flushVisits()
  expect(await eventsOf(email)).toHaveLength(1)
})

test('Bob cannot see or change what Alice’s campaigns track', async () => {
  const { id } = await sendWithLinks(1)
  const choice = { opens: false, clicks: false }
  expect((await bob.call(trackingRoutes.getCampaign, { params: { id } })).status).toBe(404)
  expect((await bob.call(trackingRoutes.setCampaign, { params: { id }, body: choice })).status).toBe(404)
  await choose({ opens: false, clicks: false }, bob)
  expect((await alice.call(trackingRoutes.getChoice)).answer).toEqual({ opens: true, clicks: true })
  expect((await visitor.call(trackingRoutes.getChoice)).status).toBe(401)
})

test('links of a deleted campaign still redirect', async () => {
  const { id, messages } = await sendWithLinks(1)
  await alice.call(campaignRoutes.delete, { params: { id } })
  expect((await visit(messages[0]!.links[1]!)).headers.location).toBe('https://ovens.example/team')
})

test('a link with non-ASCII letters redirects to its serialised URL', async () => {
  await choose({ opens: true, clicks: true })
  const campaign = await writeCampaign(alice, 1)
  const url = 'https://shop.example/?m=🧱&k=ö'
  const template = { subject: 'Bricks', body: `Hello {{businessName|there}},\n\nsee [bricks](${url}).` }
  await alice.call(writingRoutes.updateTemplate, { params: { id: campaign.id }, body: { template } })
  await alice.call(writingRoutes.regenerate, { params: { id: campaign.id }, body: {} })
  await startSend(alice, campaign.id)
  await drain()
  clock.advance(10 * 60_000)
  const { links } = await readMessage(campaign.emails[0]!)
  const answer = await visit(links[0]!)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, new URL(url).href])
})
