import { accountRoutes } from '@goldpan/contract/accounts'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { tableRoutes } from '@goldpan/contract/tables'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { SENDER_IDENTITY } from '../../../test/sender-identity.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { app, alice, bob, drain, clock, query, createCustomer } = await startTestApp()
const { operatorAccounts } = app.features
const operator = 'sam (terminal)'
const page = { limit: 50, page: 1 }

const list = async (filter: Partial<Parameters<typeof operatorAccounts.list>[0]> = {}) =>
  (await operatorAccounts.list({ ...page, ...filter })).users.map(({ email }) => email)

async function send(who: Customer, count: number) {
  const { id } = await writeCampaign(who, count)
  await startSend(who, id)
  await drain()
  return id
}

const report = (campaignId: string, kind: string, count: number) =>
  query(
    `insert into tracking_events (owner_id, recipient_id, kind, at)
     select owner_id, id, $2, $3 from recipients where campaign_id = $1 limit $4`,
    [campaignId, kind, clock.now().toISOString(), count],
  )

test('accounts are listed by the mails of 30 days, with those of their organizations, and filtered', async () => {
  const [max, old] = [await createCustomer('Max'), await createCustomer('Old')]
  await query(`update users set subscription_plan = 'free' where id = $1`, [old.id])
  await send(old, 3)
  clock.advance(31 * 86_400_000)
  await query('update sessions set created_at = $1, used_at = $1', [clock.now().toISOString()])
  const campaign = await send(alice, 10)
  await report(campaign, 'bounce', 2)
  const { id } = (await max.call(organizationRoutes.create, { body: { name: 'Pans Ltd' } })).answer
  await max.call(organizationRoutes.switchTo, { body: { id } })
  await query(SENDER_IDENTITY, [id])
  await report(await send(max, 4), 'complaint', 1)

  const { users, next_page } = await operatorAccounts.list(page)
  expect(next_page).toBeNull()
  const figures = users.map(({ email, sent, bounced, complained }) => [email, sent, bounced, complained])
  expect(figures.slice(0, 2)).toEqual([
    [alice.email, 10, 2, 0],
    [max.email, 4, 0, 1],
  ])
  expect(figures.slice(2).every(([, sent]) => sent === 0)).toBe(true)
  expect(await list({ sentOver: 4 })).toEqual([alice.email])
  expect(await list({ bouncedOver: 19.9 })).toEqual([alice.email])
  expect(await list({ bouncedOver: 20 })).toEqual([])
  expect(await list({ complainedOver: 24 })).toEqual([max.email])
  expect(await list({ plan: 'free' })).toEqual([old.email])
  expect(await list({ search: 'MAX' })).toEqual([max.email])
  expect(await list({ search: '%' })).toEqual([])
  expect(await list({ isSuspended: true })).toEqual([])
  await operatorAccounts.suspend(bob.email, { operator, reason: 'Bought lists' })
  expect(await list({ isSuspended: true })).toEqual([bob.email])
  expect((await operatorAccounts.describe(max.email)).organizations).toEqual([
    { id, name: 'Pans Ltd', members: 1 },
  ])
})

test('days that are over are counted once, and the figures are the same before and after', async () => {
  const who = await createCustomer('Daily')
  const campaign = await send(who, 4)
  await report(campaign, 'bounce', 1)
  const figures = async () => {
    const { sent, tried, bounced, complained } = await operatorAccounts.describe(who.email)
    return { sent, tried, bounced, complained }
  }
  const expected = { sent: 4, tried: 4, bounced: 1, complained: 0 }
  const days = () => query('select sent, bounced from owner_days where owner_id = $1', [who.id])
  await operatorAccounts.countDays(new AbortController().signal)
  expect([await figures(), await days()], 'today').toEqual([expected, []])
  clock.advance(86_400_000)
  for (let run = 0; run < 2; run += 1) {
    await operatorAccounts.countDays(new AbortController().signal)
    expect([await figures(), await days()]).toEqual([expected, [{ sent: 4, bounced: 1 }]])
  }
  await report(campaign, 'complaint', 2)
  expect(await figures()).toEqual({ ...expected, complained: 2 })
  clock.advance(30 * 86_400_000)
  await query('update sessions set created_at = $1, used_at = $1', [clock.now().toISOString()])
  await operatorAccounts.countDays(new AbortController().signal)
  expect([await figures(), await days()]).toEqual([{ sent: 0, tried: 0, bounced: 0, complained: 0 }, []])
})

test('accounts that nobody used for a time are found, by logins and sessions', async () => {
  const [seen, gone] = [await createCustomer('Seen'), await createCustomer('Gone')]
  const long = new Date(clock.now().getTime() - 100 * 86_400_000).toISOString()
  await query('update sessions set used_at = $1 where user_id = any($2)', [long, [seen.id, gone.id]])
  await query('update users set last_login_at = $1 where id = $2', [clock.now().toISOString(), seen.id])
  const found = await list({ inactiveDays: 90 })
  expect([found.includes(gone.email), found.includes(seen.email)]).toEqual([true, false])
})

test('pages have no gaps', async () => {
  const all = await list()
  const pages: string[] = []
  for (let next: number | null = 1; next !== null; ) {
    const read: Awaited<ReturnType<typeof operatorAccounts.list>> = await operatorAccounts.list({
      limit: 2,
      page: next,
    })
    pages.push(...read.users.map(({ email }) => email))
    next = read.next_page
  }
  expect(pages).toEqual(all)
})

test('an account is deleted with the organizations that its person owns, and the record keeps no address', async () => {
  const [gone, member] = [await createCustomer('Leaver'), await createCustomer('Stays')]
  const { id } = (await gone.call(organizationRoutes.create, { body: { name: 'Gone Ltd' } })).answer
  await query(
    `insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())`,
    [id, member.id],
  )
  await operatorAccounts.suspend(gone.email, { operator, reason: 'Fraud' })
  expect(await operatorAccounts.describeDeletion(gone.email)).toEqual({
    email: gone.email,
    organizations: [{ id, name: 'Gone Ltd', members: 2 }],
  })
  expect((await query('select from users where id = $1', [gone.id])).length, 'nothing happened').toBe(1)
  clock.advance(1000)
  await operatorAccounts.delete(gone.email, { operator, reason: 'Fraud' })
  expect((await gone.call(tableRoutes.list)).status).toBe(401)
  await drain()
  expect(await query('select from users where id = $1', [gone.id])).toEqual([])
  expect(await query('select from organizations where id = $1', [id])).toEqual([])
  expect((await member.call(organizationRoutes.list)).answer.organizations).toEqual([])
  const entries = await app.features.auditLog.list({ account: gone.id, limit: 10 })
  expect(entries.map(({ action, subject, reason }) => [action, subject, reason])).toEqual([
    ['delete', null, 'Fraud'],
    ['suspend', null, 'Fraud'],
  ])
  await expect(operatorAccounts.describe(gone.email)).rejects.toThrow('There is no account')
})

test('the download has what was done to the account and not by whom; Bob’s has nothing of it', async () => {
  const download = async (who: Customer) => {
    const { answer } = await who.call(accountRoutes.downloadData)
    const files = unzipSync(new Uint8Array(await (answer as Blob).arrayBuffer()))
    return JSON.parse(new TextDecoder().decode(files['json/operator_acts.json']))
  }
  const eve = await createCustomer('Eve')
  await app.features.operatorBilling.grantTokens(eve.email, 5, { operator, reason: 'Outage', key: 'eve' })
  const [act] = await download(eve)
  expect(act).toMatchObject({ act: 'grant-tokens', detail: '5 tokens', reason: 'Outage' })
  expect(Object.keys(act)).not.toContain('operator')
  expect(await download(alice)).toEqual([])
})
