import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buildReply } from '@goldpan/campaign-mail/samples'
import { accountRoutes } from '@goldpan/contract/accounts'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { importRoutes } from '@goldpan/contract/imports'
import { organizationRoutes } from '@goldpan/contract/organizations'
import type { Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'
import { tableRoutes } from '@goldpan/contract/tables'
import { usageRoutes } from '@goldpan/contract/usage'
import { writingRoutes } from '@goldpan/contract/writing'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeCrawler } from '../../../test/fake-crawler.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { SENDER_IDENTITY } from '../../../test/sender-identity.ts'
import { readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { systemScope } from '../../db/owner.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'
import type { HandOver, OutgoingMail } from '../../providers/mail/port.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { gatheringJob } from '../gathering/gathering.ts'
import { importJob } from '../imports/imports.ts'
import { claimForModel } from '../replies/labelling.store.ts'
import { inboundJob } from '../replies/replies.ts'
import { sendingJob } from '../sending/sending.ts'
import { weeklyReportJob } from '../weekly-report/weekly-report.ts'
import { OperatorError } from './operator-error.ts'

const crawler = createFakeCrawler()
const { app, bob, mail, drain, clock, query, createCustomer, visitor } = await startTestApp({
  environment: { OPERATOR_EMAIL: 'operator@goldpan.example' },
  ports: { crawler },
})
const { operatorAccounts, operatorSending } = app.features
const { db } = app.database

const operator = 'sam (terminal)'
const suspend = ({ email }: Customer, reason = 'Bought lists') =>
  operatorAccounts.suspend(email, { operator, reason })
const unsuspend = ({ email }: Customer) => {
  clock.advance(1000)
  return operatorAccounts.unsuspend(email, { operator, reason: 'Explained' })
}
const holdSending = () =>
  query("insert into installation_holds (sentence, at, settled_at) values ('Held.', now(), now())")
const resumeSending = () => operatorSending.resumeSending({ operator })
let people = 0
const newCustomer = (name: string) => createCustomer(`${name}${++people}`)
const refusalOf = (outcome: { status: number; refusal: { code: string } }) => [
  outcome.status,
  outcome.refusal.code,
]
const receivedBy = (emails: string[]) =>
  emails.map((email) => mail.accepted.filter(({ envelope }) => envelope.to === email).length)
const usedBy = async (who: Customer) => (await who.call(usageRoutes.getUsage)).answer.emails_sent_count

async function sweep() {
  await app.ports.jobs.enqueue(db, sendingJob, {}, { key: 'sending' })
  await drain()
}

async function lettersTo({ email }: Customer) {
  await drain()
  const letters = mail.accepted.filter(({ envelope }) => envelope.to === email)
  return Promise.all(letters.map(async ({ raw }) => PostalMime.parse(raw)))
}

/** Runs `before` when the n-th message of any campaign is about to be handed over. */
function beforeHandOver(n: number, before: () => Promise<unknown>) {
  const { handOver } = mail
  let count = 0
  mail.handOver = async (message: OutgoingMail, options?: HandOver) => {
    count += 1
    if (count === n) await before()
    return handOver(message, options)
  }
  onTestFinished(() => {
    mail.handOver = handOver
  })
}

async function withOrganization() {
  const [owner, member] = [await newCustomer('Owner'), await newCustomer('Member')]
  const { id } = (await owner.call(organizationRoutes.create, { body: { name: 'Pans Ltd' } })).answer
  await query(
    `insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'admin', now())`,
    [id, member.id],
  )
  await query(SENDER_IDENTITY, [id])
  await member.call(organizationRoutes.switchTo, { body: { id } })
  return { owner, member, id }
}

/** Calls every route behind login with the person's session and an empty body. */
async function callEverything(who: Customer) {
  const cookie = `${SESSION_COOKIE}=${await app.features.sessions.start(db, who.id, 'test')}`
  const routes = Object.values(allRoutes).flatMap((group): Route[] => Object.values(group))
  const closed = routes.filter(({ access }) => access !== 'public' && access !== 'local')
  expect(closed.length).toBeGreaterThan(150)
  const names: Record<string, string> = {}
  return Promise.all(
    closed.map(async ({ method, path }) => {
      const url = path.replace(/:(\w+)/g, (_, name: string) => (names[name] ??= randomUUID()))
      return { method, url, answer: await app.server.inject({ method, url, headers: { cookie } }) }
    }),
  )
}

test('a suspension in the middle of a send: nothing is marked after it, and all goes on once afterwards', async () => {
  const alice = await newCustomer('Middle')
  const { id, emails } = await writeCampaign(alice, 40)
  const { answer } = await startSend(alice, id)
  let leftBefore = 0
  beforeHandOver(8, async () => {
    await suspend(alice)
    leftBefore = receivedBy(emails).reduce((sum, one) => sum + one, 0)
  })
  await drain()
  await sweep()
  const received = receivedBy(emails).reduce((sum, one) => sum + one, 0)
  // Messages that were marked when it came finish.
  expect([leftBefore > 0, received - leftBefore < 8]).toEqual([true, true])
  const states = await query<{ state: string; n: number }>(
    'select state, count(*)::int as n from recipients where campaign_id = $1 group by 1 order by 1',
    [id],
  )
  expect(states).toEqual([
    { state: 'queued', n: 40 - received },
    { state: 'sent', n: received },
  ])
  const charged = 'select count(*)::int as n from usage_entries where owner_id = $1'
  const [before] = await query<{ n: number }>(charged, [alice.id])
  clock.advance(3_600_000)
  await sweep()
  expect(
    receivedBy(emails).reduce((sum, one) => sum + one, 0),
    'nothing leaves',
  ).toBe(received)
  expect(await query(charged, [alice.id]), 'nothing is charged').toEqual([before])

  await unsuspend(alice)
  await sweep()
  expect(receivedBy(emails)).toEqual(emails.map(() => 1))
  expect(await usedBy(alice)).toBe(40)
  expect(await readJob(alice, answer.job_id)).toMatchObject({
    status: 'completed',
    result: { sent_count: 40, failed_count: 0 },
  })
})

test.each([
  ['a suspension', suspend, unsuspend],
  ['a hold of all sending', holdSending, resumeSending],
])(
  'a message that was put off before %s is tried for another 24 hours after it',
  async (what, begin, end) => {
    const alice = await newCustomer(`Greylisted${what.length}`)
    const { id, emails } = await writeCampaign(alice, 1)
    let tries = 0
    const { handOver } = mail
    mail.handOver = async (message, options) => {
      if (message.envelope.to !== emails[0]) return handOver(message, options)
      tries += 1
      return tries <= 2
        ? { outcome: 'deferred', code: 451, answer: '451 4.7.1 Greylisted, try again later' }
        : handOver(message, options)
    }
    onTestFinished(() => {
      mail.handOver = handOver
    })
    await startSend(alice, id)
    await drain()
    expect(tries).toBe(1)
    await begin(alice)
    clock.advance(48 * 3_600_000)
    await sweep()
    expect(tries).toBe(1)
    await end(alice)
    await sweep()
    expect(tries, 'put off again, not given up').toBe(2)
    clock.advance(6 * 3_600_000)
    await sweep()
    expect(receivedBy(emails)).toEqual([1])
  },
)

test('a campaign that waited for longer than its maximum age is not taken for an outage', async () => {
  const alice = await newCustomer('Long')
  const { id, emails } = await writeCampaign(alice, 2)
  await suspend(alice)
  await unsuspend(alice)
  await startSend(alice, id)
  await suspend(alice)
  for (let day = 0; day < 8; day++) {
    clock.advance(12 * 3_600_000)
    await sweep()
  }
  expect(receivedBy(emails)).toEqual([0, 0])
  await unsuspend(alice)
  await sweep()
  expect(receivedBy(emails)).toEqual([1, 1])
})

test('a suspended person is told so at the next call of any route, and goes on in the same session later', async () => {
  const alice = await newCustomer('Session')
  expect((await alice.call(tableRoutes.list)).status).toBe(200)
  expect(await suspend(alice, 'Complaints about bought lists')).toEqual({
    hasChanged: true,
    organizations: [],
  })
  const outcome = await alice.call(tableRoutes.list)
  expect(refusalOf(outcome)).toEqual([403, 'accounts.suspended'])
  expect(outcome.refusal.message).toBe(
    'This account is suspended: Complaints about bought lists. Nothing was deleted. Write to operator@goldpan.example to have it opened again.',
  )
  expect(refusalOf(await alice.call(accountRoutes.refresh, { body: {} }))).toEqual([
    403,
    'accounts.suspended',
  ])
  for (const { url, method, answer } of await callEverything(alice))
    expect([method, url, answer.statusCode, answer.json().code]).toEqual([
      method,
      url,
      403,
      'accounts.suspended',
    ])
  expect((await bob.call(tableRoutes.list)).status, 'Bob is not concerned').toBe(200)
  await unsuspend(alice)
  expect((await alice.call(tableRoutes.list)).status).toBe(200)
  await suspend(alice)
  expect((await alice.call(accountRoutes.logout)).status, 'logging out works').toBe(200)
})

test('a login with the right password says so; a wrong one learns nothing', async () => {
  const alice = await newCustomer('Login')
  const password = 'sieve-and-gravel-7'
  await query('update users set password_hash = $2 where id = $1', [alice.id, await hashPassword(password)])
  await suspend(alice)
  const logIn = (given: string) =>
    visitor.call(accountRoutes.login, {
      body: { email: alice.email, password: given, recaptchaToken: 'ok' },
    })
  const right = await logIn(password)
  expect([...refusalOf(right), right.refusal.message]).toEqual([
    403,
    'accounts.suspended',
    expect.stringContaining('Bought lists'),
  ])
  expect(refusalOf(await logIn('something-else-8'))).toEqual([401, 'accounts.wrong_password'])
  await unsuspend(alice)
  expect((await logIn(password)).status).toBe(200)
  expect((await operatorAccounts.describe(alice.email)).last_seen_at).toBe(clock.now().toISOString())
})

test('open streams of a suspended person end, and Bob’s goes on', async () => {
  const alice = await newCustomer('Stream')
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  const follow = async (who: Customer) => {
    const gone = new AbortController()
    onTestFinished(() => gone.abort())
    const cookie = `${SESSION_COOKIE}=${await app.features.sessions.start(db, who.id, 'test')}`
    const request = () =>
      fetch(`http://127.0.0.1:${port}/api/live`, { headers: { cookie }, signal: gone.signal })
    const stream = { isOver: false, pings: 0, again: async () => (await request()).status }
    const read = async () => {
      for await (const _ of (await request()).body!) stream.pings += 1
      stream.isOver = true
    }
    void read().catch(() => undefined)
    await expect.poll(() => stream.pings).toBeGreaterThan(0)
    return stream
  }
  const [hers, his] = [await follow(alice), await follow(bob)]
  const listening =
    "select from pg_stat_activity where query ilike 'listen%' and datname = current_database()"
  await expect.poll(() => query(listening)).toHaveLength(1)
  await suspend(alice)
  await expect.poll(() => hers.isOver).toBe(true)
  expect(his.isOver).toBe(false)
  expect(await hers.again()).toBe(403)
})

test('of an organization’s owner: its sending and its members’ changes stop, their own work doesn’t', async () => {
  const { owner, member, id } = await withOrganization()
  const campaign = await writeCampaign(member, 3)
  await startSend(member, campaign.id)
  expect(await suspend(owner)).toEqual({ hasChanged: true, organizations: ['Pans Ltd'] })
  await drain()
  await sweep()
  expect(receivedBy(campaign.emails)).toEqual([0, 0, 0])
  expect(
    (await member.call(campaignRoutes.get, { params: { id: campaign.id }, query: {} })).status,
    'members can read',
  ).toBe(200)
  const rename = member.call(campaignRoutes.create, { body: { name: 'New', marketing_copy: 'Ovens' } })
  expect(refusalOf(await rename)).toEqual([403, 'organizations.suspended'])
  const { organizations } = (await member.call(organizationRoutes.list)).answer
  expect(organizations).toMatchObject([{ id, is_suspended: true }])
  const guest = { params: { id }, body: { email: 'guest@customer.example', role: 'member' as const } }
  expect(refusalOf(await member.call(organizationRoutes.invite, guest))).toEqual([
    403,
    'organizations.suspended',
  ])
  await member.call(organizationRoutes.switchTo, { body: { id: null } })
  const own = await writeCampaign(member, 1)
  await startSend(member, own.id)
  await drain()
  expect(receivedBy(own.emails)).toEqual([1])

  await unsuspend(owner)
  await sweep()
  expect(receivedBy(campaign.emails)).toEqual([1, 1, 1])
})

test('an organization follows its owner: handed over it goes on, and a suspended member can’t take it', async () => {
  const { owner, member, id } = await withOrganization()
  const body = { user_id: member.id }
  await suspend(member)
  const handOver = () => owner.call(organizationRoutes.handOver, { params: { id }, body })
  expect(refusalOf(await handOver())).toEqual([409, 'organizations.heir_suspended'])
  await unsuspend(member)
  const campaign = await writeCampaign(member, 1)
  await startSend(member, campaign.id)
  expect((await handOver()).status).toBe(200)
  expect(await suspend(owner)).toEqual({ hasChanged: true, organizations: [] })
  await drain()
  expect(receivedBy(campaign.emails)).toEqual([1])
})

test('an invitation of a suspended organization can’t be taken', async () => {
  const { owner, id } = await withOrganization()
  const guest = await newCustomer('Guest')
  const body = { email: guest.email, role: 'member' as const }
  await owner.call(organizationRoutes.invite, { params: { id }, body })
  const [letter] = await lettersTo(guest)
  const token = decodeURIComponent(/invitation\?token=([^\s]+)/.exec(letter?.text ?? '')?.[1] ?? '')
  await suspend(owner)
  const refused = [403, 'organizations.invitation_suspended']
  expect(refusalOf(await guest.call(organizationRoutes.join, { body: { token } }))).toEqual(refused)
  await unsuspend(owner)
  expect((await guest.call(organizationRoutes.join, { body: { token } })).status).toBe(200)
})

test('gathering stops while a website is being read, and goes on where it was', async () => {
  const alice = await newCustomer('Gatherer')
  const businesses = Array.from({ length: 4 }, (_, n) => ({
    place_id: `osm:node/${n}`,
    name: `Shop ${n}`,
    address: 'Main Street',
    phone: null,
    website: `https://suspended${n}.example`,
  }))
  const table = await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses } })
  const businessIds = businesses.map(({ place_id }) => place_id)
  const { promise, resolve } = Promise.withResolvers<void>()
  crawler.hold = promise
  await alice.call(gatheringRoutes.start, { body: { businessTableId: table.answer.id, businessIds } })
  const working = drain()
  await expect.poll(() => crawler.visited.length).toBeGreaterThan(0)
  await suspend(alice)
  await working
  const states =
    'select state, attempts, count(*)::int as n from gathering_items where owner_id = $1 group by 1, 2'
  expect(await query(states, [alice.id])).toEqual([{ state: 'queued', attempts: 0, n: 4 }])
  resolve()
  crawler.hold = null
  await app.ports.jobs.enqueue(db, gatheringJob, {})
  await drain()
  expect(await query(states, [alice.id])).toEqual([{ state: 'queued', attempts: 0, n: 4 }])
  await unsuspend(alice)
  await app.ports.jobs.enqueue(db, gatheringJob, {})
  await drain()
  expect(await query(states, [alice.id])).toEqual([{ state: 'done', attempts: 1, n: 4 }])
})

test('texts that were being written wait, and are written afterwards', async () => {
  const alice = await newCustomer('Writer')
  const { id } = await writeCampaign(alice, 1)
  await query(
    `insert into prospects (owner_id, email, status, created_at, updated_at)
     select $1, 'reader' || n || '@many.example', 'new', now(), now() from generate_series(1, 300) n`,
    [alice.id],
  )
  const rows = await query<{ id: string }>('select id from prospects where owner_id = $1', [alice.id])
  await alice.call(campaignRoutes.addProspects, {
    params: { id },
    body: { prospects: rows.map((row) => row.id) },
  })
  const { answer } = await alice.call(writingRoutes.regenerate, { params: { id }, body: {} })
  expect(answer.waiting).toBeGreaterThan(200)
  await suspend(alice)
  await drain()
  const written =
    'select count(*)::int as n from campaign_prospects where campaign_id = $1 and email_content is not null'
  expect(await query(written, [id])).toEqual([{ n: 1 }])
  await unsuspend(alice)
  await drain()
  expect(await query(written, [id])).toEqual([{ n: 301 }])
})

test('an import waits, and goes on afterwards', async () => {
  const alice = await newCustomer('Importer')
  const file = new Blob(['email\nada@import-shop.example'])
  const { answer } = await alice.call(importRoutes.upload, {
    body: { kind: 'prospects' },
    file,
    fileName: 'contacts.csv',
  })
  const params = { id: answer.id }
  await alice.call(importRoutes.check, { params, body: { mapping: answer.mapping } })
  await suspend(alice)
  await drain()
  const status = () => query('select status from imports where owner_id = $1', [alice.id])
  expect(await status()).toEqual([{ status: 'checking' }])
  await unsuspend(alice)
  await app.ports.jobs.enqueue(db, importJob, {})
  await drain()
  expect(await status()).toEqual([{ status: 'checked' }])
})

test('the model isn’t asked about mail of a suspended account before it is open again', async () => {
  const alice = await newCustomer('Labelled')
  await query(
    `insert into inbound_messages (owner_id, envelope_to, raw, raw_hash, received_at, handled_at, kind, label, label_by)
     values ($1, 'x@reply.test.example', 'x', $2, $3, $3, 'reply', 'other', 'rule')`,
    [alice.id, randomUUID(), clock.now().toISOString()],
  )
  const claim = () => {
    const at = clock.now().toISOString()
    const since = new Date(clock.now().getTime() - 3_600_000).toISOString()
    return claimForModel(db, systemScope('test'), { at, since })
  }
  await suspend(alice)
  expect(await claim()).toBeNull()
  await unsuspend(alice)
  expect(await claim()).toMatchObject({ owner_id: alice.id })
})

test('replies are kept but not forwarded, and unsubscribing works', async () => {
  const alice = await newCustomer('Replied')
  const { id, emails } = await writeCampaign(alice, ['rita@reply-shop.example', 'max@reply-shop.example'])
  await startSend(alice, id)
  await drain()
  await suspend(alice)
  const sent = mail.accepted.findLast(({ envelope }) => envelope.to === emails[0])!
  const { from, headers } = await PostalMime.parse(sent.raw)
  const sample = { original: sent.raw, date: clock.now(), from: { name: 'Rita', address: emails[0]! } }
  const raw = await buildReply({ ...sample, text: 'Yes, please call me on Monday.' })
  await app.features.replies.receive({ raw, envelope: { from: emails[0]!, to: [from!.address!] } })
  await drain()
  const forwards = () => mail.accepted.filter(({ envelope }) => envelope.from.startsWith('f+'))
  const kept = 'select kind, forward_state from inbound_messages where owner_id = $1'
  expect(await query(kept, [alice.id])).toEqual([{ kind: 'reply', forward_state: 'queued' }])
  expect(forwards()).toEqual([])

  const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')!.value
  const url = new URL(/<(https?:[^>]+)>/.exec(unsubscribe)![1]!)
  const posted = await app.server.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { host: url.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(posted.statusCode).toBe(200)
  const listed = 'select email from suppressions where owner_id = $1'
  expect(await query(listed, [alice.id])).toHaveLength(1)

  await unsuspend(alice)
  await app.ports.jobs.enqueue(db, inboundJob, {})
  await drain()
  expect(forwards().map(({ envelope }) => envelope.to)).toEqual([alice.email])
})

test('a letter tells about the suspension, one that it is over, and reports pause', async () => {
  const alice = await newCustomer('Letters')
  const other = await newCustomer('Reported')
  for (const who of [alice, other]) await startSend(who, (await writeCampaign(who, 1)).id)
  await drain()
  await suspend(alice, 'Bought lists')
  const monday = new Date(clock.now().getTime() + 7 * 86_400_000)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  clock.set(`${monday.toISOString().slice(0, 10)}T08:30:00.000Z`)
  await app.ports.jobs.enqueue(db, weeklyReportJob, {})
  expect((await lettersTo(other)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('week'),
  )
  await unsuspend(alice)
  const letters = await lettersTo(alice)
  expect(letters.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Sending "Ovens"'),
    'Your account is suspended',
    'Your account is open again',
  ])
  expect(letters[1]?.text).toContain('Bought lists')
  expect(letters[1]?.replyTo).toMatchObject([{ address: 'operator@goldpan.example' }])
})

test('repeating changes and records nothing; an unknown address is one sentence', async () => {
  const alice = await newCustomer('Again')
  expect(await unsuspend(alice)).toMatchObject({ hasChanged: false })
  expect([await suspend(alice), await suspend(alice, 'Another reason')]).toMatchObject([
    { hasChanged: true },
    { hasChanged: false },
  ])
  await unsuspend(alice)
  const { actions } = await operatorAccounts.describe(alice.email)
  expect(actions.map(({ action, reason, operator: who, subject }) => [action, reason, who, subject])).toEqual(
    [
      ['unsuspend', 'Explained', operator, alice.email],
      ['suspend', 'Bought lists', operator, alice.email],
    ],
  )
  const audit = { operator, reason: 'x' }
  for (const call of [operatorAccounts.suspend, operatorAccounts.unsuspend])
    await expect(call('no@body.example', audit)).rejects.toThrow(
      'There is no account with the address no@body.example.',
    )
  await expect(operatorAccounts.suspend(alice.email, { operator, reason: ' ' })).rejects.toThrow(
    OperatorError,
  )
})

test('the operator’s own account is suspended only on confirmation', async () => {
  const own = await createCustomer('Own')
  await query(`update users set email = 'Operator@goldpan.example' where id = $1`, [own.id])
  const audit = { operator, reason: 'Trial' }
  await expect(operatorAccounts.suspend('operator@goldpan.example', audit)).rejects.toThrow(
    'your own address',
  )
  const confirmed = await operatorAccounts.suspend('operator@goldpan.example', {
    ...audit,
    isConfirmed: true,
  })
  expect(confirmed.hasChanged).toBe(true)
})
