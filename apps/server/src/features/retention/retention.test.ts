import { accountRoutes } from '@goldpan/contract/accounts'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { replyRoutes } from '@goldpan/contract/replies'
import { retentionRoutes as routes } from '@goldpan/contract/retention'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { trackingRoutes } from '@goldpan/contract/tracking'
import { writingRoutes } from '@goldpan/contract/writing'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { receiveMail } from '../../../test/conversations.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import {
  readCampaign,
  readDeliveries,
  readStatuses,
  startSend,
  writeCampaign,
} from '../../../test/written-campaign.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { causeOf } from '../sending/sending.rules.ts'

const started = await startTestApp()
const { app, clock, createCustomer, drain, mail, query, visitor } = started
const { retention, tracking, usage } = app.features
const { start, goTo, setPace } = createSequences(started)

const DAY_MS = 86_400_000
const never = new AbortController().signal
const apply = () => retention.run(never)
/** Sessions end meanwhile, so people log in again. */
async function wait(days: number, who: Customer): Promise<Customer> {
  clock.advance(days * DAY_MS)
  await apply()
  return createCustomer(who.email.split('@')[0]!)
}

let people = 0
const newCustomer = () => createCustomer(`Keeper${++people}`)

const visit = (url: string) =>
  app.server.inject({
    method: 'GET',
    url,
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    },
    remoteAddress: '192.0.2.7',
  })

async function readSent(email: string) {
  const { raw } = mail.accepted.findLast(({ envelope }) => envelope.to === email)!
  const { html = '' } = await PostalMime.parse(raw)
  return {
    links: [...html.matchAll(/href="http:\/\/localhost:3000(\/t\/c\/[^"]+)"/g)].map((found) => found[1]!),
    pixel: /src="http:\/\/localhost:3000(\/t\/o\/[\w-]+\.gif)"/.exec(html)![1]!,
    page: /\/unsubscribe\?token=([\w-]+)/.exec(html)![1]!,
  }
}

/** A campaign that was opened by two people, one of them often, clicked by one, and left by one. */
async function playCampaign(who: Customer) {
  await who.call(trackingRoutes.setChoice, { body: { opens: true, clicks: true } })
  const campaign = await writeCampaign(who, 4)
  const template = {
    subject: 'Ovens',
    body: 'Hello {{businessName|there}},\n\nsee [our prices](https://ovens.example/a).',
  }
  await who.call(writingRoutes.updateTemplate, { params: { id: campaign.id }, body: { template } })
  await who.call(writingRoutes.regenerate, { params: { id: campaign.id }, body: {} })
  await startSend(who, campaign.id)
  await drain()
  clock.advance(10 * 60_000)
  const [first, second, third] = await Promise.all(campaign.emails.map(readSent))
  for (const minutes of [1, 2, 3]) {
    clock.advance(minutes * 60_000)
    await visit(first!.pixel)
    await tracking.flushVisits()
  }
  await visit(second!.pixel)
  await visit(second!.links[0]!)
  await tracking.flushVisits()
  await visitor.call(trackingRoutes.unsubscribe, { body: { token: third!.page } })
  return campaign
}

async function readFigures(who: Customer, id: string) {
  const campaign = await readCampaign(who, id)
  return {
    tracking: (await who.call(trackingRoutes.getCampaign, { params: { id } })).answer,
    steps: (await who.call(followUpRoutes.results, { params: { id } })).answer,
    statuses: await readStatuses(who, id),
    counts: Object.fromEntries(Object.entries(campaign).filter(([, value]) => typeof value === 'number')),
    suppressed: (await who.call(suppressionRoutes.list, { query: {} })).answer.suppressions.map(
      ({ address }) => address,
    ),
  }
}

const countRows = async (table: string, owner: string, condition = 'true') =>
  (
    await query<{ n: number }>(
      `select count(*)::int as n from ${table} where owner_id = $1 and ${condition}`,
      [owner],
    )
  )[0]!.n

test('figures, statuses and suppressions are the same after events, attempts and texts are gone', async () => {
  const who = await newCustomer()
  const { id, emails } = await playCampaign(who)
  const before = await readFigures(who, id)
  expect(before.tracking).toMatchObject({ opens: { people: 2, count: 4 }, clicks: { people: 1, count: 1 } })
  expect(before.steps.totals).toMatchObject({ opened: 2, clicked: 1, unsubscribed: 1 })
  expect(before.suppressed).toEqual([emails[2]])
  expect(await countRows('send_attempts', who.id)).toBe(4)

  const later = await wait(800, who)
  expect(await countRows('tracking_events', who.id, 'times is null')).toBe(0)
  expect(await countRows('tracking_events', who.id, "detail - 'link' - 'stop' <> '{}'")).toBe(0)
  expect(await countRows('send_attempts', who.id)).toBe(0)
  expect(await countRows('recipients', who.id, "content <> ''")).toBe(0)
  expect(await query("select 1 from pg_class where relname = 'tracking_events_2026_03'")).toEqual([])
  expect(await readFigures(later, id)).toEqual(before)
  // An event of today counts beside what was kept.
  const third = await readSent(emails[3]!)
  await visit(third.pixel)
  await tracking.flushVisits()
  const after = await readFigures(later, id)
  expect(after.tracking.opens).toMatchObject({ people: 3, count: 5 })
  await apply()
  expect(await readFigures(later, id)).toEqual(after)
})

test('figures are the same while an owner deletes events early, batch by batch, and campaigns go on', async () => {
  const [who, other] = [await newCustomer(), await newCustomer()]
  const { id } = await playCampaign(who)
  const { id: otherId } = await playCampaign(other)
  const before = await readFigures(who, id)
  const choice = { texts_days: 30, events_days: 30, incoming_days: null }
  expect((await who.call(routes.save, { body: choice })).status).toBe(200)

  const later = await wait(40, who)
  expect(await countRows('tracking_events', who.id, 'times is null')).toBe(0)
  expect(await countRows('send_attempts', who.id)).toBe(0)
  expect(await countRows('sent_texts', who.id)).toBe(0)
  expect(await readFigures(later, id)).toEqual(before)
  expect(await countRows('tracking_events', other.id, 'times is null'), 'the other account keeps its').toBe(6)
  expect(await countRows('send_attempts', other.id)).toBe(4)
  expect(await countRows('sent_texts', other.id)).toBe(4)
  const otherLater = await createCustomer(other.email.split('@')[0]!)
  expect((await readFigures(otherLater, otherId)).tracking.opens.count).toBe(4)
})

test('texts move out of the queue after 30 days, are shown as before, and as gone after two years', async () => {
  const who = await newCustomer()
  const { emails } = await start(who, 1, [])
  const [email] = emails
  await receiveMail(started, who, { email: email!, text: 'Yes, please.' })
  const readThread = async (reader: Customer) => {
    const { answer } = await reader.call(replyRoutes.list, { query: { search: 'repair' } })
    const found = await reader.call(replyRoutes.list, { query: {} })
    const id = found.answer.correspondents[0]!.id
    const thread = await reader.call(replyRoutes.get, { params: { id } })
    return { hits: answer.total, sent: thread.answer.messages.find(({ kind }) => kind === 'sent')! }
  }
  const before = await readThread(who)
  expect(before.sent.text).toContain('we repair')
  expect(before.hits).toBe(1)

  const moved = await wait(31, who)
  expect(await countRows('recipients', who.id, "content <> ''")).toBe(0)
  expect(await countRows('sent_texts', who.id)).toBe(1)
  expect(await readThread(moved)).toEqual(before)

  const gone = await wait(800, who)
  expect(await countRows('sent_texts', who.id)).toBe(0)
  expect(await countRows('campaign_prospects', who.id, 'email_content is not null')).toBe(0)
  expect(await readThread(gone)).toMatchObject({
    hits: 0,
    sent: { subject: before.sent.subject, text: '', notice: 'The text is no longer kept.' },
  })
})

test('messages under way keep their text, however long they wait', async () => {
  const who = await newCustomer()
  const { id, emails } = await writeCampaign(who, 1)
  await startSend(who, id)
  await query('update recipients set next_at = $2 where owner_id = $1', [who.id, '2099-01-01T00:00:00Z'])
  await drain()
  const later = await wait(800, who)
  expect(await countRows('recipients', who.id, "state = 'queued' and content <> ''")).toBe(1)
  expect(await readStatuses(later, id)).toHaveProperty([emails[0]!])
})

test('a follow-up continues its thread although the text and events of the first email are gone', async () => {
  const who = await newCustomer()
  await who.call(routes.save, { body: { texts_days: 30, events_days: 30, incoming_days: 30 } })
  await setPace(who)
  const { emails } = await start(who, 1, [{ wait_days: 60, wait_in: 'days' }])
  const sent = () => mail.accepted.filter(({ envelope }) => envelope.to === emails[0])
  const [first] = await Promise.all(sent().map(({ raw }) => PostalMime.parse(raw)))
  clock.advance(45 * DAY_MS)
  await apply()
  expect(await countRows('sent_texts', who.id)).toBe(0)
  expect(await countRows('recipients', who.id, "content <> ''")).toBe(0)
  expect(await countRows('campaign_prospects', who.id, 'email_content is not null'), 'under way').toBe(1)
  const due = new Date(clock.now().getTime() + 20 * DAY_MS)
  while (due.getUTCDay() % 6 === 0) due.setUTCDate(due.getUTCDate() + 1)
  await goTo(`${due.toISOString().slice(0, 10)}T10:00`)
  const mails = await Promise.all(sent().map(({ raw }) => PostalMime.parse(raw)))
  expect(mails).toHaveLength(2)
  expect(mails[1]).toMatchObject({ subject: `Re: ${first!.subject}`, inReplyTo: first!.messageId })
})

test('while a backup reads a month, it stays, sending goes on, and the next run drops it', async () => {
  const who = await newCustomer()
  await start(who, 2, [])
  const month = `sent_texts_${clock.now().toISOString().slice(0, 7).replace('-', '_')}`
  clock.advance(31 * DAY_MS)
  await apply()
  expect(await countRows(`only ${month}`, who.id)).toBe(2)
  clock.advance(800 * DAY_MS)
  const backup = await app.database.pool.connect()
  try {
    await backup.query('begin isolation level repeatable read')
    await backup.query(`lock table ${month} in access share mode`)
    const running = apply()
    const busy = await newCustomer()
    const { id, emails } = await writeCampaign(busy, 2)
    await startSend(busy, id)
    await drain()
    expect(Object.keys(await readStatuses(busy, id))).toEqual(emails)
    expect((await readDeliveries(busy, id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    await running
    expect((await backup.query(`select 1 from only ${month}`)).rowCount).toBeGreaterThanOrEqual(2)
  } finally {
    await backup.query('rollback')
    backup.release()
  }
  await apply()
  expect(await query('select 1 from pg_class where relname = $1', [month])).toEqual([])
})

test('a run that is stopped goes on where it ended', async () => {
  const who = await newCustomer()
  await playCampaign(who)
  clock.advance(31 * DAY_MS)
  await retention.run(AbortSignal.abort())
  expect(await countRows('recipients', who.id, "content <> ''")).toBe(4)
  await apply()
  expect(await countRows('recipients', who.id, "content <> ''")).toBe(0)
})

test('two runs at once do everything once', async () => {
  const who = await newCustomer()
  const { id } = await playCampaign(who)
  const before = await readFigures(who, id)
  clock.advance(31 * DAY_MS)
  await Promise.all([apply(), apply()])
  expect(await countRows('sent_texts', who.id)).toBe(4)
  clock.advance(800 * DAY_MS)
  await Promise.all([apply(), apply()])
  expect(await readFigures(await createCustomer(who.email.split('@')[0]!), id)).toEqual(before)
})

test('old usage is summed, months and tokens stay, and nothing is charged or refunded twice', async () => {
  const who = await newCustomer()
  await start(who, 3, [])
  const rows = await query<{ id: string }>('select id from recipients where owner_id = $1 order by id', [
    who.id,
  ])
  const causes = rows.map(({ id }) => causeOf(id))
  const { db } = app.database
  const month = `usage_entries_${clock.now().toISOString().slice(0, 7).replace('-', '_')}`
  await db.transaction((tx) => usage.refund(tx, who.id, causes[0]!, 'Not sent'))
  expect(await countRows(`only ${month}`, who.id)).toBe(3)
  const months = () => query('select month, units from usage_months where owner_id = $1 order by 1', [who.id])
  const before = await months()
  // One message could still be claimed.
  await query("update recipients set state = 'queued', job_id = null where id = $1", [rows[2]!.id])
  clock.advance(800 * DAY_MS)
  await apply()
  const entries = () =>
    query('select cause, kind, units, tokens from usage_entries where owner_id = $1 order by cause', [who.id])
  const summed = [
    { cause: causes[2], kind: 'use', units: 1, tokens: 0 },
    { cause: `sum:emails_sent:2026-03:${who.id}`, kind: 'use', units: 1, tokens: 0 },
  ]
  const of = (list: Record<string, unknown>[]) =>
    list.map((row) => ({ ...row, cause: String(row.cause).replace(/20\d\d-\d\d/, '2026-03') }))
  expect(of(await entries())).toEqual(summed)
  expect(await query('select 1 from pg_class where relname = $1', [month])).toEqual([])
  expect(await months()).toEqual(before)

  await db.transaction((tx) => usage.refundEach(tx, who.id, causes.slice(0, 2), 'Bounced years later'))
  const again = await db.transaction((tx) => usage.bookEach(tx, who.id, 'emails_sent', [causes[2]!]))
  expect(again.booked).toEqual(new Set([causes[2]]))
  expect(of(await entries())).toEqual(summed)
  await apply()
  expect(of(await entries())).toEqual(summed)
})

test('usage that is in no month is summed in batches, as that of before months existed', async () => {
  const who = await newCustomer()
  await start(who, 3, [])
  const total =
    "select sum(units)::int as units from usage_entries where usage_type = 'emails_sent' and owner_id = $1"
  const [{ id }] = (await query<{ id: string }>('select id from recipients where owner_id = $1 limit 1', [
    who.id,
  ])) as [{ id: string }]
  await app.database.db.transaction((tx) => usage.refund(tx, who.id, causeOf(id), 'Not sent'))
  await query(
    `with moved as (delete from usage_entries where owner_id = $1 returning *)
     insert into usage_entries select * from moved`,
    [who.id],
  )
  expect(await countRows('only usage_entries', who.id)).toBe(4)
  clock.advance(800 * DAY_MS)
  await apply()
  expect(await countRows('usage_entries', who.id)).toBe(1)
  expect(await query(total, [who.id])).toEqual([{ units: 2 }])
})

test('originals of incoming mail go after the time that the owner chose', async () => {
  const [who, other] = [await newCustomer(), await newCustomer()]
  for (const one of [who, other]) await receiveMail(started, one, { email: 'rita@reader.example' })
  await who.call(routes.save, { body: { texts_days: null, events_days: null, incoming_days: 30 } })
  await wait(31, who)
  expect(await countRows('inbound_messages', who.id)).toBe(0)
  expect(await countRows('inbound_messages', other.id)).toBe(1)
})

test('a choice is shorter than the installation’s, and each account has its own; Bob changes nothing of Alice', async () => {
  const { alice, bob } = { alice: await newCustomer(), bob: await newCustomer() }
  const nothing = { texts_days: null, events_days: null, incoming_days: null }
  const installed = (days: number) => ({ installation_days: days, chosen_days: null })
  expect((await alice.call(routes.get)).answer).toEqual({
    texts: installed(730),
    events: installed(730),
    incoming: installed(365),
  })
  for (const [name, days] of [
    ['texts_days', 731],
    ['events_days', 900],
    ['incoming_days', 366],
  ] as const) {
    const refused = await alice.call(routes.save, { body: { ...nothing, [name]: days } })
    expect(refused.refusal.code).toBe('retention.too_long')
  }
  expect((await alice.call(routes.save, { body: { ...nothing, texts_days: 29 } })).status).toBe(400)
  const saved = await alice.call(routes.save, { body: { ...nothing, texts_days: 90 } })
  expect(saved.answer.texts).toEqual({ installation_days: 730, chosen_days: 90 })
  await bob.call(routes.save, { body: { ...nothing, texts_days: 365 } })
  expect((await alice.call(routes.get)).answer.texts.chosen_days).toBe(90)
  expect((await visitor.call(routes.get)).status).toBe(401)
})

test('keeping less requires the password, keeping more does not, in an organization too', async () => {
  const password = 'sieve-and-gravel-7'
  const [own, owner, admin] = [await newCustomer(), await newCustomer(), await newCustomer()]
  await query('update users set password_hash = $1', [await hashPassword(password)])
  const { answer } = await owner.call(organizationRoutes.create, { body: { name: 'Pans Ltd' } })
  await query(
    "insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'admin', now())",
    [answer.id, admin.id],
  )
  await admin.call(organizationRoutes.switchTo, { body: { id: answer.id } })
  const save = (who: Customer, texts_days: number | null) =>
    who.call(routes.save, { body: { texts_days, events_days: null, incoming_days: null } })
  for (const who of [own, admin]) {
    expect((await save(who, 90)).status).toBe(200)
    clock.advance(61 * 60_000)
    const refused = await save(who, 60)
    expect([refused.status, refused.refusal.code]).toEqual([403, 'accounts.password_needed'])
    expect((await who.call(routes.get)).answer.texts.chosen_days).toBe(90)
    expect((await save(who, 180)).status).toBe(200)
    expect((await save(who, null)).status).toBe(200)
    expect((await save(who, 60)).status).toBe(403)
    await who.call(accountRoutes.provePassword, { body: { password } })
    expect((await save(who, 60)).answer.texts.chosen_days).toBe(60)
    await admin.call(accountRoutes.provePassword, { body: { password } })
  }
})

test('in an organization the owner and admins choose, members see it', async () => {
  const [owner, member] = [await newCustomer(), await newCustomer()]
  const { answer } = await owner.call(organizationRoutes.create, { body: { name: 'Pans Ltd' } })
  await query(
    "insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())",
    [answer.id, member.id],
  )
  for (const one of [owner, member]) await one.call(organizationRoutes.switchTo, { body: { id: answer.id } })
  const body = { texts_days: 60, events_days: null, incoming_days: null }
  expect((await member.call(routes.save, { body })).refusal.code).toBe('organizations.not_allowed')
  expect((await owner.call(routes.save, { body })).status).toBe(200)
  expect((await member.call(routes.get)).answer.texts.chosen_days).toBe(60)
})
