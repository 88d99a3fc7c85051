import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accountRoutes } from '@goldpan/contract/accounts'
import { billingRoutes } from '@goldpan/contract/billing'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { usageRoutes } from '@goldpan/contract/usage'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { SECRET_KEY } from '../../../test/secret-key.ts'
import { readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { commands as accountCommands } from '../../admin/accounts.ts'
import { commands } from '../../admin/caps.ts'
import type { Options } from '../../admin/command.ts'
import { createCommandDeps } from '../../admin/command-deps.ts'
import { asOwner } from '../../db/owner.ts'
import type { CapChanges } from './account-caps.ts'

const limitLetters = (who: Customer) =>
  mail.accepted
    .filter(({ envelope }) => envelope.to === who.email)
    .map(({ raw }) => raw.toString())
    .filter((raw) => /^Subject: .*(limit|this month)/im.test(raw))

const folder = mkdtempSync(join(tmpdir(), 'goldpan-plans-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'plans.json')
writeFileSync(
  file,
  `{ "free": { "searches": 3, "generations": 2, "emails": 4 },
     "premium": { "searches": "unlimited", "generations": 7, "emails": "unlimited", "price": 99 } }`,
)
const { app, alice, bob, visitor, createCustomer, drain, mail, query, clock, databaseUrl } =
  await startTestApp({ environment: { PLANS_FILE: file } })
const { accountCaps, usage } = app.features

const setCaps = (who: Customer, changes: CapChanges, until: string | null = null) =>
  accountCaps.setCaps(who.email, changes, { until, reason: 'Asked for it', operator: 'sam@mail1 (terminal)' })
const setPlan = (who: Customer, plan: string) =>
  query('update users set subscription_plan = $2 where id = $1', [who.id, plan])
const readUsage = async (who: Customer) => (await who.call(usageRoutes.getUsage)).answer
const useUp = (who: Customer, count: number, of = 'first') =>
  app.database.db.transaction((tx) =>
    usage.bookEach(
      tx,
      who.id,
      'emails_sent',
      Array.from({ length: count }, (_, n) => `${of}:${n}`),
    ),
  )
const deps = createCommandDeps(app, 'sam@mail1 (terminal)')
/** Returns what a command prints. */
const admin = async (name: string, email: string, options: Options = {}) =>
  (await { ...accountCommands, ...commands }[name]!(deps, [email], options)).join('\n')

test('limits and prices of PLANS_FILE are those that count and that are shown', async () => {
  const { answer } = await alice.call(billingRoutes.getBilling)
  expect(answer.plans.map(({ price_label, features }) => [price_label, features[0], features[2]])).toEqual([
    ['$0 per month', '3 business searches per month', '4 emails sent per month'],
    ['$10 per month', '50 business searches per month', '200 emails sent per month'],
    ['$99 per month', 'Unlimited business searches per month', 'Unlimited emails sent per month'],
  ])
  expect((await visitor.call(billingRoutes.billingSettings)).answer).toMatchObject({
    sells_plans: true,
    plans: [
      { name: 'Free', price_label: '$0 per month', allowance: '3 searches and 4 emails a month' },
      { name: 'Basic', price_label: '$10 per month', allowance: '50 searches and 200 emails a month' },
      {
        name: 'Premium',
        price_label: '$99 per month',
        allowance: 'Unlimited searches and unlimited emails a month',
      },
    ],
  })
  const free = await createCustomer('Free')
  await setPlan(free, 'free')
  expect(await readUsage(free)).toMatchObject({ business_searches_limit: 3, emails_sent_limit: 4 })
  expect((await useUp(free, 6)).booked.size).toBe(4)
})

test('the test checkout charges the price of the file', async () => {
  const buyer = await createCustomer('Buyer')
  await setPlan(buyer, 'free')
  const { answer } = await buyer.call(billingRoutes.createCheckout, {
    body: { priceId: 'price_test_premium' },
  })
  const pageId = new URL(answer.sessionUrl).pathname.replace('/pay/', '')
  const page = await buyer.call(billingRoutes.getPayPage, { params: { pageId } })
  expect(page.answer.total_cents).toBe(9900)
})

test('an unlimited plan sends any number of emails, without tokens and letters about a limit', async () => {
  const who = await createCustomer('Endless')
  expect(await readUsage(who)).toMatchObject({ emails_sent_limit: null, email_generations_limit: 7 })
  await app.features.accounts.setTokensEnabled(who.id, true)
  await query('insert into token_balances (owner_id, tokens) values ($1, 5)', [who.id])
  expect(await useUp(who, 3000)).toMatchObject({ tokensUsed: 0 })
  const { id } = await writeCampaign(who, 20)
  const preview = await who.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })
  expect(preview.answer.cost).toEqual({ allowance: 20, tokens: 0, missing: 0 })
  const { answer } = await startSend(who, id)
  await drain()
  expect((await readJob(who, answer.job_id)).result?.sent_count).toBe(20)
  expect(await readUsage(who)).toMatchObject({ emails_sent_count: 3020, emails_sent_limit: null })
  expect(limitLetters(who)).toEqual([])
})

test('own caps of an account replace those of its plan, also in letters, and Bob’s stay', async () => {
  await setPlan(bob, 'free')
  const who = await createCustomer('Own')
  await setPlan(who, 'free')
  await setCaps(who, { emails_sent: 10, business_searches: null, email_generations: 0 })
  expect(await readUsage(who)).toMatchObject({
    business_searches_limit: null,
    email_generations_limit: 0,
    emails_sent_limit: 10,
  })
  expect(await readUsage(bob)).toMatchObject({ business_searches_limit: 3, emails_sent_limit: 4 })
  expect((await useUp(who, 5)).booked.size).toBe(5)
  await drain()
  expect(limitLetters(who)).toEqual([])
  expect((await useUp(who, 20, 'more')).booked.size).toBe(5)
  await drain()
  expect(limitLetters(who)).toEqual([expect.stringContaining('10 of 10')])
  expect(
    await app.database.db.transaction((tx) => usage.countAffordable(tx, who.id, 'email_generations')),
  ).toBe(0)
  // 'plan' takes back one of them.
  await setCaps(who, { business_searches: 'plan' })
  expect(await readUsage(who)).toMatchObject({ business_searches_limit: 3, emails_sent_limit: 10 })
})

test('own caps end with their last day in UTC, without a job', async () => {
  const who = await createCustomer('Dated')
  await setPlan(who, 'free')
  clock.set('2026-03-10T23:59:58.000Z')
  await setCaps(who, { emails_sent: 6 }, '2026-03-10')
  expect((await readUsage(who)).emails_sent_limit).toBe(6)
  expect((await useUp(who, 5)).booked.size).toBe(5)
  clock.advance(2000)
  expect((await readUsage(who)).emails_sent_limit).toBe(4)
  expect((await useUp(who, 5, 'next day')).booked.size).toBe(0)
})

test('an organization works on the own caps of who pays for it', async () => {
  const payer = await createCustomer('Payer')
  await setCaps(payer, { emails_sent: 2 })
  const { id } = (await payer.call(organizationRoutes.create, { body: { name: 'Ours' } })).answer
  const booked = await app.database.db.transaction((tx) =>
    usage.bookEach(tx, asOwner(id), 'emails_sent', ['a', 'b', 'c']),
  )
  expect([...booked.booked]).toEqual(['a', 'b'])
})

test('own caps are in the download of the account, and deleted with it', async () => {
  const who = await createCustomer('Leaving')
  await setCaps(who, { emails_sent: 77 }, '2027-01-31')
  const { answer } = await who.call(accountRoutes.downloadData)
  const files = unzipSync(new Uint8Array(await (answer as Blob).arrayBuffer()))
  expect(JSON.parse(new TextDecoder().decode(files['json/account_caps.json']))).toMatchObject([
    { usage_type: 'emails_sent', units: 77, until: '2027-01-31' },
  ])
  await who.call(accountRoutes.deleteAccount, { body: { confirmation: 'DELETE' } })
  await drain()
  expect(await query('select * from account_caps where owner_id = $1', [who.id])).toEqual([])
})

test('the operator sets, sees and clears own caps, and each act is recorded with its reason', async () => {
  const who = await createCustomer('Client')
  await setPlan(who, 'free')
  const { email } = who
  const reason = 'Big customer'
  const until = '2099-12-31'
  expect(await admin('set-caps', email, { emails: '5000', searches: 'unlimited', until, reason })).toBe(
    `The limits of ${email} are now searches unlimited until 2099-12-31, emails 5,000 until 2099-12-31`,
  )
  const shown = await admin('user', email)
  expect(shown).toContain('Searches 0 of unlimited, generations 0 of 2, emails 0 of 5000')
  expect(shown).toContain('Own limits: searches unlimited until 2099-12-31, emails 5,000 until 2099-12-31')
  expect(await admin('set-caps', email, { searches: 'plan', reason })).toBe(
    `The limits of ${email} are now emails 5,000 until 2099-12-31`,
  )
  clock.advance(1000)
  expect(await admin('clear-caps', email, { reason: 'Contract ended' })).toBe(
    `The limits of ${email} are now those of the plan`,
  )
  expect(await admin('user', email)).toContain('emails 0 of 4')
  const acts = await query(
    'select operator, act, subject, detail, reason from operator_acts where account_id = $1 order by at, detail desc',
    [who.id],
  )
  const set = { operator: 'sam@mail1 (terminal)', act: 'set-caps', subject: email, reason }
  const both = 'searches unlimited until 2099-12-31, emails 5,000 until 2099-12-31'
  const emails = 'emails 5,000 until 2099-12-31'
  expect(acts).toEqual([
    { ...set, detail: `from those of the plan to ${both}` },
    { ...set, detail: `from ${both} to ${emails}` },
    { ...set, act: 'clear-caps', detail: `from ${emails} to those of the plan`, reason: 'Contract ended' },
  ])
})

test('the command line takes the options of set-caps and records who is at the terminal', async () => {
  const { id, email } = await createCustomer('Terminal')
  const args = ['set-caps', email, '--generations', '5', '--until', '2099-12-31', '--reason', 'Trial']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../admin-cli.ts'), ...args],
    { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY, PLANS_FILE: file } },
  )
  expect(stdout).toBe(`The limits of ${email} are now generations 5 until 2099-12-31\n`)
  expect(await query('select operator, reason from operator_acts where account_id = $1', [id])).toEqual([
    { operator: expect.stringMatching(/^.+@.+ \(terminal\)$/), reason: 'Trial' },
  ])
})

test.each([
  ['nobody@customer.example', { emails: '5', reason: 'x' }, 'There is no account with the address'],
  [alice.email, { emails: '5' }, 'Please give --reason'],
  [alice.email, { reason: 'x' }, 'Please give --searches, --generations or --emails.'],
  [alice.email, { emails: '1.5', reason: 'x' }, "--emails is '1.5', but it must be a whole number"],
  [alice.email, { searches: '1e3', reason: 'x' }, "--searches is '1e3', but it must be a whole number"],
  [alice.email, { generations: '-5', reason: 'x' }, "--generations is '-5', but it must be a whole number"],
  [alice.email, { emails: '9999999999', reason: 'x' }, 'a whole number up to 1,000,000,000'],
  [alice.email, { emails: '5', until: '2027-02-30', reason: 'x' }, 'it must be a day such as 2027-01-31'],
  [alice.email, { emails: '5', until: '2020-01-31', reason: 'x' }, '--until is 2020-01-31, which is over.'],
])('set-caps %s %j is refused, and nothing is changed', async (email, options, sentence) => {
  const before = await query('select * from account_caps')
  await expect(admin('set-caps', email, options)).rejects.toThrow(sentence)
  expect(await query('select * from account_caps')).toEqual(before)
})
