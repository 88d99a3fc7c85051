import { accountRoutes, DELETE_WORD } from '@goldpan/contract/accounts'
import { billingRoutes } from '@goldpan/contract/billing'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { organizationMessages, organizationRoutes as routes } from '@goldpan/contract/organizations'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { searchRoutes } from '@goldpan/contract/search'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import { usageRoutes } from '@goldpan/contract/usage'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { app, bob, clock, createCustomer, drain, mail, query } = await startTestApp()

let last = 0
let ada: Customer
let max: Customer
beforeEach(async () => {
  last += 1
  ada = await createCustomer(`Ada${last}`)
  max = await createCustomer(`Max${last}`)
  await setPlan(max, 'free')
})

const setPlan = (who: Customer, plan: string) =>
  query('update users set subscription_plan = $2 where id = $1', [who.id, plan])
const found = async (who: Customer, name = 'Pans Ltd') =>
  (await who.call(routes.create, { body: { name } })).answer.id
const switchTo = (who: Customer, id: string | null) => who.call(routes.switchTo, { body: { id } })
const invite = (who: Customer, id: string, email: string, role: 'admin' | 'member' = 'member') =>
  who.call(routes.invite, { params: { id }, body: { email, role } })
const listNames = async (who: Customer) =>
  (await who.call(tableRoutes.list)).answer.map(({ name }: { name: string }) => name)

async function tokenFor(email: string): Promise<string> {
  await drain()
  const letter = mail.accepted.findLast(({ envelope }) => envelope.to === email)
  const { text = '' } = await PostalMime.parse(letter!.raw)
  return decodeURIComponent(/invitation\?token=([^\s]+)/.exec(text)?.[1] ?? '')
}
async function join(owner: Customer, id: string, who: Customer, role: 'admin' | 'member' = 'member') {
  await invite(owner, id, who.email, role)
  return who.call(routes.join, { body: { token: await tokenFor(who.email) } })
}
const bakery = { place_id: 'osm:node/1', name: 'Bakery', address: 'Goldwater' }
const createTable = (who: Customer, name: string) =>
  who.call(tableRoutes.create, {
    body: { name, query: 'bakery', businesses: [{ ...bakery, website: null, phone: null }] },
  })
const refusalOf = async (call: Promise<{ status: number; refusal: { code: string } }>) => {
  const { status, refusal } = await call
  return [status, refusal.code]
}

test('organizations require the Premium plan', async () => {
  expect(await refusalOf(max.call(routes.create, { body: { name: 'Mine' } }))).toEqual([
    403,
    'organizations.needs_premium',
  ])
  expect((await max.call(routes.create, { body: { name: 'Mine' } })).refusal.message).toBe(
    'Organizations are part of the Premium plan. Please upgrade to create one.',
  )
  expect((await max.call(routes.list)).answer).toEqual({
    active_id: null,
    can_create: false,
    organizations: [],
  })
  const { answer } = await ada.call(routes.create, { body: { name: ' Pans Ltd ' } })
  expect(answer).toMatchObject({ name: 'Pans Ltd', role: 'owner', is_frozen: false })
  expect((await ada.call(routes.create, { body: { name: '  ' } })).refusal.message).toBe(
    'Please enter a name for the organization',
  )
})

test('work for an organization belongs to it, and earlier work stays the person’s', async () => {
  const id = await found(ada)
  await createTable(ada, 'My own')
  await switchTo(ada, id)
  await createTable(ada, 'Ours')
  await ada.call(prospectRoutes.create, { body: { email: 'p@shop.example' } })
  await ada.call(campaignRoutes.create, { body: { name: 'Ours', marketing_copy: 'Ovens' } })
  await ada.call(signatureRoutes.create, { body: { name: 'Ours', content: 'Hi', is_default: true } })
  expect(await listNames(ada)).toEqual(['Ours'])
  const owned = await query<{ kind: string }>(
    `select 'table' as kind from business_tables where owner_id = $1 union all
     select 'prospect' from prospects where owner_id = $1 union all
     select 'campaign' from campaigns where owner_id = $1 union all
     select 'signature' from signatures where owner_id = $1`,
    [id],
  )
  expect(owned.map(({ kind }) => kind).toSorted()).toEqual(['campaign', 'prospect', 'signature', 'table'])
  await switchTo(ada, null)
  expect(await listNames(ada)).toEqual(['My own'])
})

test('an invited person joins by the link, works on the same tables and uses the owner’s plan', async () => {
  const id = await found(ada)
  await switchTo(ada, id)
  await createTable(ada, 'Ours')
  const { answer } = await join(ada, id, max)
  expect(answer).toMatchObject({
    active_id: id,
    organizations: [{ id, role: 'member', owner_name: `Ada${last} Tester` }],
  })
  expect(await listNames(max)).toEqual(['Ours'])
  expect((await max.call(searchRoutes.search, { body: { query: 'bakery' } })).status).toBe(200)
  const seen = (await max.call(usageRoutes.getUsage)).answer
  expect([seen.business_searches_count, seen.business_searches_limit, seen.counted_on]).toEqual([
    1,
    100,
    `Ada${last} Tester`,
  ])
  await switchTo(max, null)
  const own = (await max.call(usageRoutes.getUsage)).answer
  expect([own.business_searches_count, own.business_searches_limit, own.counted_on]).toEqual([0, 20, null])
  expect(await listNames(max)).toEqual([])
})

test('profile, tokens and billing stay personal while working for an organization', async () => {
  const id = await found(ada)
  await join(ada, id, max)
  await app.database.db.transaction((tx) =>
    app.features.usage.addTokens(tx, ada.id, { cause: 'grant:own', tokens: 9, kind: 'grant' }),
  )
  expect((await max.call(accountRoutes.getProfile)).answer.first_name).toBe(`Max${last}`)
  expect((await max.call(usageRoutes.getBalance)).answer).toEqual({ tokens: 0 })
  expect((await max.call(billingRoutes.getBilling)).answer.current_plan).toBe('free')
})

test('an address gets five invitations an hour from all senders together, also from concurrent requests', async () => {
  const inviters = [ada, await createCustomer('Kim')]
  const organizations = await Promise.all(inviters.map((inviter) => found(inviter)))

  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, n) =>
      invite(inviters[n % 2]!, organizations[n % 2]!, 'eva@customer.example'),
    ),
  )

  await drain()
  const letters = mail.accepted.filter(({ envelope }) => envelope.to === 'eva@customer.example')
  expect(letters).toHaveLength(5)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(43)
  expect(refused[0]).toMatchObject({ status: 429, refusal: { code: 'organizations.invited_too_often' } })
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(3000)
  expect((await invite(ada, organizations[0]!, 'eve@customer.example')).status).toBe(200)
})

test('a link works once within seven days for the invited address, until it is withdrawn or replaced', async () => {
  const id = await found(ada)
  await invite(ada, id, max.email.toUpperCase())
  const first = await tokenFor(max.email.toUpperCase())
  await invite(ada, id, max.email)
  const second = await tokenFor(max.email)
  const read = (who: Customer, token: string) => who.call(routes.readInvitation, { body: { token } })
  expect(await refusalOf(read(max, first))).toEqual([404, 'organizations.invitation_unknown'])
  expect(await refusalOf(read(bob, second))).toEqual([403, 'organizations.other_address'])
  expect(await refusalOf(bob.call(routes.join, { body: { token: second } }))).toEqual([
    403,
    'organizations.other_address',
  ])
  expect((await read(max, second)).answer).toMatchObject({ organization: 'Pans Ltd', role: 'member' })
  const [pending] = (await ada.call(routes.read, { params: { id } })).answer.invitations
  await ada.call(routes.withdraw, { params: { id, invitation: pending!.id } })
  expect(await refusalOf(read(max, second))).toEqual([404, 'organizations.invitation_unknown'])
  await invite(ada, id, max.email)
  const third = await tokenFor(max.email)
  const joined = await Promise.all([1, 2].map(() => max.call(routes.join, { body: { token: third } })))
  expect(joined.filter(({ status }) => status === 200)).not.toHaveLength(0)
  expect(await refusalOf(max.call(routes.join, { body: { token: third } }))).toEqual([
    404,
    'organizations.invitation_unknown',
  ])
  expect((await ada.call(routes.read, { params: { id } })).answer.members).toHaveLength(2)
  expect(await refusalOf(invite(ada, id, max.email))).toEqual([409, 'organizations.is_member'])
})

test('an expired invitation says so', async () => {
  const id = await found(ada)
  await invite(ada, id, max.email)
  const token = await tokenFor(max.email)
  clock.advance(7 * 86_400_000)
  expect(await refusalOf(max.call(routes.join, { body: { token } }))).toEqual([
    404,
    'organizations.invitation_unknown',
  ])
  expect((await ada.call(routes.read, { params: { id } })).answer.invitations[0]?.is_expired).toBe(true)
})

test.each([
  ['is removed', (id: string, user: string) => ada.call(routes.removeMember, { params: { id, user } })],
  [
    'is an admin no more',
    (id: string, user: string) =>
      ada.call(routes.setRole, { params: { id, user }, body: { role: 'member' } }),
  ],
])('an invitation ends when its sender %s', async (_, end) => {
  const id = await found(ada)
  const eve = await createCustomer(`Eve${last}`)
  await join(ada, id, eve, 'admin')
  await invite(eve, id, max.email)
  const token = await tokenFor(max.email)
  expect((await max.call(routes.readInvitation, { body: { token } })).status).toBe(200)
  expect((await end(id, eve.id)).status).toBe(200)
  for (const route of [routes.readInvitation, routes.join])
    expect(await refusalOf(max.call(route, { body: { token } }))).toEqual([
      404,
      'organizations.invitation_unknown',
    ])
  expect((await ada.call(routes.read, { params: { id } })).answer.invitations[0]?.is_expired).toBe(true)
})

test('after a hand-over, admins invited by the former owner can’t join', async () => {
  const id = await found(ada)
  const eve = await createCustomer(`Eve${last}`)
  await join(ada, id, eve)
  await invite(ada, id, max.email, 'admin')
  const token = await tokenFor(max.email)
  expect((await ada.call(routes.handOver, { params: { id }, body: { user_id: eve.id } })).status).toBe(200)
  expect((await max.call(routes.join, { body: { token } })).status).toBe(404)
})

test('nobody can join a frozen organization', async () => {
  const id = await found(ada)
  await invite(ada, id, max.email)
  const token = await tokenFor(max.email)
  await setPlan(ada, 'free')
  expect(await refusalOf(max.call(routes.join, { body: { token } }))).toEqual([403, 'organizations.frozen'])
  await setPlan(ada, 'premium')
  expect((await max.call(routes.join, { body: { token } })).status).toBe(200)
})

test('members invite nobody, admins invite members, and nobody replaces the owner', async () => {
  const id = await found(ada)
  const eve = await createCustomer(`Eve${last}`)
  await join(ada, id, max)
  await join(ada, id, eve, 'admin')
  const setRole = (who: Customer, user: string, role: 'admin' | 'member') =>
    refusalOf(who.call(routes.setRole, { params: { id, user }, body: { role } }))
  const no = [403, 'organizations.not_allowed']
  expect(await refusalOf(invite(max, id, 'x@customer.example'))).toEqual(no)
  expect(await refusalOf(invite(eve, id, 'x@customer.example', 'admin'))).toEqual(no)
  expect((await invite(eve, id, 'x@customer.example')).status).toBe(200)
  expect(await refusalOf(max.call(routes.rename, { params: { id }, body: { name: 'Max Inc' } }))).toEqual(no)
  expect(await setRole(max, max.id, 'admin')).toEqual(no)
  expect(await setRole(eve, max.id, 'admin')).toEqual(no)
  expect(await setRole(eve, ada.id, 'member')).toEqual(no)
  expect(await refusalOf(eve.call(routes.removeMember, { params: { id, user: ada.id } }))).toEqual(no)
  expect(
    await refusalOf(eve.call(routes.remove, { params: { id }, body: { confirmation: DELETE_WORD } })),
  ).toEqual(no)
  expect((await max.call(routes.read, { params: { id } })).answer.invitations).toEqual([])
})

test('a person who is removed or leaves loses access at once, and their work stays', async () => {
  const id = await found(ada)
  await join(ada, id, max)
  await createTable(max, 'Made by Max')
  expect((await ada.call(routes.removeMember, { params: { id, user: max.id } })).status).toBe(200)
  expect(await listNames(max)).toEqual([])
  expect(await refusalOf(switchTo(max, id))).toEqual([404, 'organizations.not_found'])
  await switchTo(ada, id)
  expect(await listNames(ada)).toEqual(['Made by Max'])
  await join(ada, id, max)
  expect((await max.call(routes.leave, { params: { id } })).answer).toMatchObject({
    active_id: null,
    organizations: [],
  })
  expect(await refusalOf(ada.call(routes.leave, { params: { id } }))).toEqual([
    409,
    'organizations.owner_stays',
  ])
})

test('without the owner’s Premium an organization is read-only, and the plan restores it', async () => {
  const id = await found(ada)
  await join(ada, id, max)
  await createTable(max, 'Ours')
  await setPlan(ada, 'basic')
  expect(await listNames(max)).toEqual(['Ours'])
  expect((await max.call(routes.list)).answer.organizations).toMatchObject([{ id, is_frozen: true }])
  const frozen = [403, 'organizations.frozen']
  expect(await refusalOf(createTable(max, 'More'))).toEqual(frozen)
  expect(await refusalOf(max.call(searchRoutes.search, { body: { query: 'bakery' } }))).toEqual(frozen)
  expect(await refusalOf(invite(ada, id, 'x@customer.example'))).toEqual(frozen)
  const booked = await app.database.db.transaction((tx) =>
    app.features.usage.bookEach(tx, id as typeof ada.id, 'emails_sent', ['send:frozen']),
  )
  expect(booked.booked.size).toBe(0)
  expect((await max.call(accountRoutes.refresh, { body: {} })).status).toBe(200)
  await switchTo(max, null)
  expect((await createTable(max, 'My own')).status).toBe(200)
  await switchTo(max, id)
  await setPlan(ada, 'premium')
  expect((await createTable(max, 'More')).status).toBe(200)
})

test('a running send ends when the organization freezes, and says why', async () => {
  const id = await found(ada)
  await switchTo(ada, id)
  const campaign = await writeCampaign(ada, 3)
  const { answer } = await startSend(ada, campaign.id)
  await setPlan(ada, 'basic')
  await drain()
  const job = await readJob(ada, answer.job_id)
  expect([job.status, job.error]).toEqual(['failed', organizationMessages.frozen])
  expect((await app.features.usage.getUsage(ada.id)).emails_sent_count).toBe(0)
})

test('after a hand-over the new owner’s plan pays, and refunds go to the former payer', async () => {
  const id = await found(ada)
  const eve = await createCustomer(`Eve${last}`)
  await join(ada, id, max)
  await join(ada, id, eve)
  const handOver = (to: Customer) => ada.call(routes.handOver, { params: { id }, body: { user_id: to.id } })
  expect(await refusalOf(handOver(max))).toEqual([409, 'organizations.heir_needs_premium'])
  const owner = id as typeof ada.id
  const book = (cause: string) =>
    app.database.db.transaction((tx) => app.features.usage.book(tx, owner, 'emails_sent', cause))
  const countOf = async (who: Customer) => (await app.features.usage.getUsage(who.id)).emails_sent_count
  await book('send:before')
  expect((await handOver(eve)).answer.members.map(({ role }) => role)).toEqual(['owner', 'admin', 'member'])
  await book('send:before')
  await book('send:after')
  expect([await countOf(ada), await countOf(eve)]).toEqual([1, 1])
  await app.database.db.transaction((tx) => app.features.usage.refund(tx, owner, 'send:before', 'Not sent'))
  expect([await countOf(ada), await countOf(eve)]).toEqual([0, 1])
})

test('a deleted organization is gone with all its rows, and its owner’s personal rows and ledger stay', async () => {
  const id = await found(ada)
  await createTable(ada, 'My own')
  await join(ada, id, max)
  await createTable(max, 'Ours')
  await max.call(searchRoutes.search, { body: { query: 'bakery' } })
  await ada.call(routes.remove, { params: { id }, body: { confirmation: DELETE_WORD } })
  expect((await max.call(routes.list)).answer).toMatchObject({ active_id: null, organizations: [] })
  await drain()
  await app.features.organizations.erase(id)
  expect(await query('select 1 from owners where id = $1', [id])).toEqual([])
  expect(await query('select 1 from business_tables where owner_id = $1', [id])).toEqual([])
  expect(await listNames(ada)).toEqual(['My own'])
  expect((await ada.call(usageRoutes.getUsage)).answer.business_searches_count).toBe(1)
  await app.features.organizations.erase(ada.id)
  expect(await listNames(ada)).toEqual(['My own'])
})

test('an account that owns an organization can’t be deleted, and nothing of it is lost', async () => {
  const id = await found(ada)
  const leave = () => ada.call(accountRoutes.deleteAccount, { body: { confirmation: DELETE_WORD } })
  expect(await refusalOf(leave())).toEqual([409, 'organizations.still_owned'])
  expect((await ada.call(accountRoutes.getProfile)).status).toBe(200)
  await ada.call(routes.remove, { params: { id }, body: { confirmation: DELETE_WORD } })
  expect((await leave()).status).toBe(200)
})

test('an address suppressed by an organization is on its list and not on its members’', async () => {
  const id = await found(ada)
  const list = async () =>
    (await ada.call(suppressionRoutes.list, { query: {} })).answer.suppressions.map(({ address }) => address)
  await switchTo(ada, id)
  await ada.call(suppressionRoutes.add, { body: { text: 'no@shop.example' } })
  expect(await list()).toEqual(['no@shop.example'])
  await switchTo(ada, null)
  expect(await list()).toEqual([])
})

test('Bob cannot see, enter or change an organization of Ada', async () => {
  const id = await found(ada)
  const unknown = [404, 'organizations.not_found']
  for (const wrong of [id, 'nonsense', ada.id, '00000000-0000-4000-8000-000000000000']) {
    const params = { id: wrong }
    expect(await refusalOf(switchTo(bob, wrong))).toEqual(unknown)
    expect(await refusalOf(bob.call(routes.read, { params }))).toEqual(unknown)
    expect(await refusalOf(bob.call(routes.rename, { params, body: { name: 'Bob’s' } }))).toEqual(unknown)
    expect(await refusalOf(invite(bob, wrong, 'x@customer.example'))).toEqual(unknown)
    expect(await refusalOf(bob.call(routes.leave, { params }))).toEqual(unknown)
    expect(await refusalOf(bob.call(routes.remove, { params, body: { confirmation: DELETE_WORD } }))).toEqual(
      unknown,
    )
  }
})
