import { accountRoutes } from '@goldpan/contract/accounts'
import { CLOCK_MAX_OFFSET_SECONDS, mailboxRoutes } from '@goldpan/contract/mailbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { CLOCK_HEADER } from '@goldpan/contract/route'
import { SEARCH_PAGE_SIZE, searchRoutes } from '@goldpan/contract/search'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { usageRoutes } from '@goldpan/contract/usage'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { readJob, readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createFakeDirectory } from '../../providers/directory/fake.ts'
import { NO_PACE } from '../sending/pace.rules.ts'
import { sendingJob } from '../sending/sending.ts'

const DAY = 24 * 3600
const STEP = 'Please choose between 1 second and 90 days'

const bakeries = Array.from({ length: SEARCH_PAGE_SIZE + 1 }, (_, n) => ({
  place_id: `osm:node/${n}`,
  name: `Bakery ${n}`,
  address: `${n} Main Street`,
  website: null,
  phone: null,
  email: null,
  locality: 'Vaduz',
  attribution: '© OpenStreetMap contributors',
  is_demo: false,
  lat: 47.14,
  lon: 9.52,
  expires_at: null,
}))

/** An installation of its own with the real outbox, on Monday, 2 March 2026, 09:00 UTC. */
async function startDemo(databaseUrl?: string) {
  const world = await startTestApp({
    ports: { mail: undefined, directory: createFakeDirectory(bakeries) },
    ...(databaseUrl && { databaseUrl }),
  })
  const { visitor, drain } = world
  const read = async () => (await visitor.call(mailboxRoutes.clock)).answer
  const advance = (advance_seconds: number) =>
    visitor.call(mailboxRoutes.advanceClock, { body: { advance_seconds } })
  /** Ahead to this moment, in steps of up to 90 days, with what becomes due at each. */
  const jumpTo = async (at: string) => {
    for (;;) {
      const left = (Date.parse(at) - Date.parse((await read()).now)) / 1000
      if (left <= 0) return
      expect((await advance(Math.min(left, 90 * DAY))).status).toBe(200)
      await drain()
    }
  }
  const listMail = async (to: string) => (await visitor.call(mailboxRoutes.list, { query: { to } })).answer
  return { ...world, read, advance, jumpTo, listMail }
}

const demo = await startDemo()
const { alice, visitor, app, clock, drain, read, advance, jumpTo, listMail } = demo

test('the demo clock is read and moved ahead, offsets add up, also in parallel, and every process follows within seconds (CLOCK-01)', async () => {
  const at = (offset_seconds: number) => ({
    now: new Date(clock.now().getTime() + offset_seconds * 1000).toISOString(),
    offset_seconds,
  })
  const other = await startDemo(demo.databaseUrl)
  expect((await visitor.call(mailboxRoutes.clock)).headers[CLOCK_HEADER]).toBeUndefined()
  expect(await read()).toEqual(at(0))

  expect((await advance(3600)).answer).toEqual(at(3600))
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? advance : other.advance)(60)))

  // Each looks every second; a machine may stall for some.
  await expect.poll(other.read, { timeout: 15_000 }).toEqual(at(4800))
  await expect.poll(read, { timeout: 15_000 }).toEqual(at(4800))
  expect((await visitor.call(mailboxRoutes.clock)).headers[CLOCK_HEADER]).toBe('4800')
})

test.each([0, -1, 1.5, 7_776_001, 1e300, '60', null, undefined, true])(
  'an advance of %j is refused and moves nothing (CLOCK-02)',
  async (advance_seconds) => {
    const before = await read()
    const body = { advance_seconds } as { advance_seconds: number }
    const { status, refusal } = await visitor.call(mailboxRoutes.advanceClock, { body })
    expect([status, refusal.code, refusal.message]).toEqual([400, 'request.invalid', STEP])
    expect(await read()).toEqual(before)
  },
)

test('more than ten years ahead is refused and moves nothing (CLOCK-02)', async () => {
  const { query: queryOther, databaseUrl } = await startTestApp()
  await queryOther('insert into demo_clock (offset_seconds) values ($1)', [CLOCK_MAX_OFFSET_SECONDS - 60])
  const old = await startDemo(databaseUrl)
  const { status, refusal } = await old.advance(61)
  expect([status, refusal.code]).toEqual([409, 'clock.too_far'])
  expect(refusal.message).toBe('The clock can be at most 10 years ahead of the real time')
  expect((await old.advance(60)).answer.offset_seconds).toBe(CLOCK_MAX_OFFSET_SECONDS)
  expect((await old.advance(1)).status).toBe(409)
})

test('with a mail server there is no demo clock, and the system’s time holds (CLOCK-03)', async () => {
  const production = await startTestApp({
    databaseUrl: demo.databaseUrl,
    environment: { MAIL_SMTP_URL: 'smtp://mail.test.example:587' },
  })
  const { path } = mailboxRoutes.clock
  const payload = { advance_seconds: 60 }
  expect((await production.app.server.inject({ url: path })).statusCode).toBe(404)
  expect((await production.app.server.inject({ method: 'POST', url: path, payload })).statusCode).toBe(404)
  expect(production.app.ports.clock.now()).toEqual(production.clock.now())
  expect((await read()).offset_seconds).toBe(4800)
})

test('from another machine the demo clock opens with the token alone (CLOCK-03)', async () => {
  const { path: url } = mailboxRoutes.clock
  const remoteAddress = '192.0.2.7'
  const payload = { advance_seconds: 60 }
  const token = { 'x-goldpan-token': app.localToken }
  const call = (method: 'GET' | 'POST', headers = {}) =>
    app.server.inject({ method, url, remoteAddress, headers, ...(method === 'POST' && { payload }) })
  expect([(await call('GET')).statusCode, (await call('POST')).statusCode]).toEqual([404, 404])
  expect((await read()).offset_seconds).toBe(4800)
  expect((await call('GET', token)).json().offset_seconds).toBe(4800)
  expect((await call('POST', token)).json().offset_seconds).toBe(4860)
})

test('neither sessions nor tokens of mail and of pages age when the clock is moved ahead (CLOCK-05)', async () => {
  const tokenIn = ({ text = '' } = {}) =>
    new URL(/http\S+token=\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
  const password = 'sieve-and-gravel-7'
  const person = { firstName: 'Nora', lastName: 'New', email: 'nora@customer.example' }
  const form = { ...person, password, confirmPassword: password, recaptchaToken: 'none' }
  await visitor.call(accountRoutes.register, { body: { ...form, acceptTerms: true } })
  await visitor.call(accountRoutes.requestReset, { body: { email: alice.email } })
  const search = { query: 'bakery', location: 'Vaduz' }
  const { nextPageToken } = (await alice.call(searchRoutes.search, { body: search })).answer
  await drain()
  const [signup] = await listMail(person.email)
  const [reset] = await listMail(alice.email)

  await advance(90 * DAY)

  expect((await alice.call(usageRoutes.getUsage)).status).toBe(200)
  const next = await alice.call(searchRoutes.search, { body: { ...search, pageToken: nextPageToken } })
  expect(next.answer.businesses).toHaveLength(1)
  const confirmed = { token: tokenIn(signup), type: 'signup' as const }
  expect((await visitor.call(accountRoutes.confirmEmail, { body: confirmed })).status).toBe(200)
  const renewed = { password: 'gravel-and-sieve-9', accessToken: tokenIn(reset) }
  const { status } = await visitor.call(accountRoutes.updatePassword, { body: renewed })
  expect(status).toBe(200)
})

test('letters and campaign mail carry the time of the demo clock (CLOCK-06)', async () => {
  const who = await demo.createCustomer('Dated')
  const { id, emails } = await writeCampaign(who, 1)
  const { now } = await read()
  expect(Date.parse(now) - clock.now().getTime()).toBeGreaterThan(80 * DAY * 1000)

  await startSend(who, id)
  await visitor.call(accountRoutes.requestReset, { body: { email: who.email } })
  await drain()

  for (const to of [emails[0]!, who.email]) {
    const [message] = await listMail(to)
    expect(message?.received_at).toBe(now)
    expect(new Date(message?.headers?.date ?? '').getTime()).toBe(Date.parse(now))
  }
})

test('the weekly report of a Monday that was jumped over leaves at the new time', async () => {
  const who = await demo.createCustomer('Weekly')
  await jumpTo('2026-07-03T12:00:00Z')
  await who.call(prospectRoutes.create, { body: { email: 'baker@weekly.example' } })

  // A Friday, and the next.
  await advance(7 * DAY)
  await drain()

  const [report, ...others] = await listMail(who.email)
  expect(report).toMatchObject({
    subject: 'Your week with Goldpan',
    text: expect.stringContaining('1 new prospect'),
  })
  expect(others).toEqual([])
})

test('a new month resets what was used (CLOCK-07)', async () => {
  const who = await demo.createCustomer('Monthly')
  await demo.app.database.db.transaction((tx) =>
    app.features.usage.book(tx, who.id, 'business_searches', 'search:1'),
  )
  const used = async () => {
    const { business_searches_count: count, resets_at } = (await who.call(usageRoutes.getUsage)).answer
    return { count, resets_at }
  }
  const before = await used()
  expect(before.count).toBe(1)

  await jumpTo(before.resets_at)

  expect((await used()).count).toBe(0)
  expect((await used()).resets_at > before.resets_at).toBe(true)
})

const morning = {
  ...NO_PACE,
  window_from: '08:00',
  window_to: '08:30',
  time_zone: 'Europe/Berlin',
}

async function startWaiting(who: Customer, window_days = [1, 2, 3, 4, 5]) {
  await who.call(sendingCareRoutes.savePace, { body: { ...morning, window_days } })
  const { id } = await writeCampaign(who, 2)
  const { answer } = await startSend(who, id)
  await drain()
  const statuses = async () => [...new Set(Object.values(await readStatuses(who, id)))]
  return { statuses, job: () => readJob(who, answer.job_id) }
}

test.each([
  ['into summer', '2027-02-27T12:00:00Z', '2027-03-01T07:00:00.000Z', '2027-05-28T06:00:00Z'],
  ['into winter', '2027-10-02T12:00:00Z', '2027-10-04T06:00:00.000Z', '2027-12-31T07:00:00Z'],
])(
  'messages that wait for the window leave after a jump %s, which is no outage (CLOCK-09)',
  async (season, from, opening, later) => {
    await jumpTo(from)
    const { statuses, job } = await startWaiting(await demo.createCustomer(`Waits ${season.slice(5)}`))
    expect(await job()).toMatchObject({ hold: expect.any(String), next_try_at: opening })

    await jumpTo(new Date(Date.parse(later) - 1000).toISOString())
    expect(await statuses()).toEqual(['generated'])
    await jumpTo(later)

    expect(await statuses()).toEqual(['sent'])
    expect(await job()).toMatchObject({ status: 'completed', hold: null })
  },
)

test('a job that workers visited while it waited is no outage, and one that nobody visited is (CLOCK-09)', async () => {
  const sweep = async () => {
    await app.ports.jobs.enqueue(app.database.db, sendingJob, {})
    await drain()
  }
  // A Tuesday; the window is open on Mondays.
  await jumpTo('2028-01-04T12:00:00Z')
  const visited = await startWaiting(await demo.createCustomer('Visited'), [1])
  for (let day = 0; day < 5; day++) {
    clock.advance(DAY * 1000)
    await sweep()
  }
  await jumpTo('2028-04-03T06:00:00Z')
  expect(await visited.statuses()).toEqual(['sent'])

  await jumpTo('2028-04-04T12:00:00Z')
  const left = await startWaiting(await demo.createCustomer('Left'), [1])
  clock.advance(14 * DAY * 1000)
  await sweep()
  expect(await left.job()).toMatchObject({ status: 'completed', result: { sent_count: 0, failed_count: 2 } })
})
