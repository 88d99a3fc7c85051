import { campaignRoutes } from '@goldpan/contract/campaigns'
import { defaultPlans } from '@goldpan/contract/plans'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { usageRoutes } from '@goldpan/contract/usage'
import { writingRoutes } from '@goldpan/contract/writing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { monthOf } from './usage.rules.ts'

const { alice, app, clock, query, createCustomer } = await startTestApp()
const { usage, accounts } = app.features
const { db } = app.database

const book = (owner: typeof alice.id, cause: string) =>
  db
    .transaction((tx) => usage.book(tx, owner, 'emails_sent', cause))
    .then(
      () => true,
      () => false,
    )
const refund = (owner: typeof alice.id, cause: string) =>
  db.transaction((tx) => usage.refund(tx, owner, cause, 'not sent'))
const grant = (owner: typeof alice.id, cause: string, tokens: number) =>
  db.transaction((tx) => usage.addTokens(tx, owner, { cause, tokens, kind: 'purchase', paymentId: 'pay_1' }))
const setPlan = (owner: string, plan: string) =>
  query('update users set subscription_plan = $2 where id = $1', [owner, plan])

test('usage returns counts, limits and the toggle (USAGE-02)', async () => {
  const { answer } = await alice.call(usageRoutes.getUsage)
  expect(answer).toEqual({
    business_searches_count: 0,
    business_searches_limit: 100,
    email_generations_count: 0,
    email_generations_limit: 100,
    emails_sent_count: 0,
    emails_sent_limit: 1000,
    tokens_enabled: false,
    resets_at: '2026-04-01T00:00:00.000Z',
    counted_on: null,
  })
})

test('the allowance pays first, then tokens if the toggle is on (TOKEN-08, TOKEN-07)', async () => {
  const { id } = await createCustomer('Order')
  await setPlan(id, 'test')
  await grant(id, 'payment:order', 2)
  const bookTwelve = () =>
    db.transaction((tx) =>
      usage.bookEach(
        tx,
        id,
        'emails_sent',
        Array.from({ length: 13 }, (_, n) => `send:${n}`),
      ),
    )
  const off = await bookTwelve()
  expect([off.booked.size, off.tokensUsed]).toEqual([10, 0])
  await accounts.setTokensEnabled(id, true)
  const on = await bookTwelve()
  expect([on.booked.size, on.tokensUsed, await usage.getBalance(id)]).toEqual([12, 2, { tokens: 0 }])
  expect((await usage.getUsage(id)).emails_sent_count).toBe(10)
})

test('a plan change during a send applies to what is not yet booked', async () => {
  const { id } = await createCustomer('Midway')
  await setPlan(id, 'basic')
  const causes = Array.from({ length: 150 }, (_, n) => `send:${n}`)
  const bookAll = async () =>
    (await db.transaction((tx) => usage.bookEach(tx, id, 'emails_sent', causes))).booked.size
  await db.transaction((tx) => usage.bookEach(tx, id, 'emails_sent', causes.slice(0, 60)))
  await setPlan(id, 'free')
  expect(await bookAll()).toBe(60)
  await setPlan(id, 'premium')
  expect(await bookAll()).toBe(150)
  expect((await usage.getUsage(id)).emails_sent_count).toBe(150)
})

test('token settings and balance can be read, and the toggle saved (TOKEN-01, TOKEN-02, TOKEN-03)', async () => {
  const { id, call } = await createCustomer('Toggle')
  await grant(id, 'payment:1', 50)
  expect((await call(usageRoutes.getTokenSettings)).answer).toEqual({ tokens_enabled: false, tokens: 50 })
  const saved = await call(usageRoutes.updateTokenSettings, { body: { tokens_enabled: true } })
  expect(saved.answer).toMatchObject({ message: expect.any(String), tokens_enabled: true })
  expect((await call(usageRoutes.getBalance)).answer).toEqual({ tokens: 50 })
})

test('transactions list purchases and uses with signed amounts (TOKEN-04, TOKEN-05)', async () => {
  const { id, call } = await createCustomer('History')
  await setPlan(id, 'test')
  await accounts.setTokensEnabled(id, true)
  await grant(id, 'payment:2', 50)
  for (let n = 0; n < 11; n++) {
    clock.advance(1000)
    expect(await book(id, `send:${n}`)).toBe(true)
  }
  const { answer } = await call(usageRoutes.listTransactions)
  expect(
    answer.map(({ transaction_type, amount, payment_transaction_id }) => [
      transaction_type,
      amount,
      payment_transaction_id,
    ]),
  ).toEqual([
    ['email_send', -1, null],
    ['purchase', 50, 'pay_1'],
  ])
})

test('a payment credits once, however often it is reported (TOKEN-26)', async () => {
  const { id } = await createCustomer('Twice')
  await Promise.all(Array.from({ length: 10 }, () => grant(id, 'payment:3', 100)))
  expect(await usage.getBalance(id)).toEqual({ tokens: 100 })
})

test('of many concurrent requests with one unit left, exactly one succeeds (TOKEN-24)', async () => {
  const { id } = await createCustomer('Crowd')
  await setPlan(id, 'test')
  for (let n = 0; n < 9; n++) await book(id, `send:${n}`)
  const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => book(id, `crowd:${n}`)))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('a cause is charged once and refunded once (USAGE-17)', async () => {
  const { id, call } = await createCustomer('Once')
  await Promise.all(Array.from({ length: 8 }, () => book(id, 'send:same')))
  const count = async () => (await call(usageRoutes.getUsage)).answer.emails_sent_count
  expect(await count()).toBe(1)
  await refund(id, 'send:same')
  await refund(id, 'send:same')
  await refund(id, 'send:never-booked')
  expect(await count()).toBe(0)
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('use' as const), cause: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ kind: fc.constant('refund' as const), cause: fc.integer({ min: 0, max: 30 }) }),
  fc.record({
    kind: fc.constant('purchase' as const),
    cause: fc.integer({ min: 0, max: 3 }),
    tokens: fc.constantFrom(1, 5),
  }),
  fc.record({ kind: fc.constant('toggle' as const), on: fc.boolean() }),
  fc.record({ kind: fc.constant('plan' as const), plan: fc.constantFrom('test', 'free') }),
  fc.record({ kind: fc.constant('month' as const) }),
)

/** A plain model to compare the ledger with. */
function createModel() {
  const booked = new Map<string, { month: string; isToken: boolean; isBack: boolean }>()
  const paid = new Set<number>()
  const model = { plan: 'test' as 'test' | 'free', isOn: false, tokens: 0 }
  const used = (month: string) =>
    [...booked.values()].filter((row) => row.month === month && !row.isToken && !row.isBack).length
  return {
    model,
    used,
    use(cause: string, month: string): boolean {
      if (booked.has(cause)) return true
      const isToken = used(month) >= defaultPlans.caps[model.plan].emails_sent!
      if (isToken && !(model.isOn && model.tokens > 0)) return false
      if (isToken) model.tokens -= 1
      booked.set(cause, { month, isToken, isBack: false })
      return true
    },
    refund(cause: string) {
      const row = booked.get(cause)
      if (!row || row.isBack) return
      row.isBack = true
      if (row.isToken) model.tokens += 1
    },
    purchase(cause: number, tokens: number) {
      if (!paid.has(cause)) model.tokens += tokens
      paid.add(cause)
    },
  }
}

test('in any order of events: never below 0, never over the cap without tokens, nothing twice, and the balance is the sum of the ledger (TOKEN-25)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { id } = await createCustomer(`Any${Math.random().toString(36).slice(2)}`)
      await setPlan(id, 'test')
      const expected = createModel()
      for (const entry of steps) {
        if (entry.kind === 'use') {
          const cause = `send:${entry.cause}`
          expect(await book(id, cause)).toBe(expected.use(cause, monthOf(clock.now())))
        } else if (entry.kind === 'refund') {
          await refund(id, `send:${entry.cause}`)
          expected.refund(`send:${entry.cause}`)
        } else if (entry.kind === 'purchase') {
          await grant(id, `payment:${entry.cause}`, entry.tokens)
          expected.purchase(entry.cause, entry.tokens)
        } else if (entry.kind === 'toggle') {
          await accounts.setTokensEnabled(id, entry.on)
          expected.model.isOn = entry.on
        } else if (entry.kind === 'plan') {
          await setPlan(id, entry.plan)
          expected.model.plan = entry.plan
        } else clock.advance(31 * 86_400_000)
      }
      await expectSumsOf(id, expected)
    }),
    { numRuns: 25 },
  )
})

test('the same holds for concurrent events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const { id } = await createCustomer(`Once${Math.random().toString(36).slice(2)}`)
      await setPlan(id, 'test')
      await Promise.all(
        steps.map(async (entry) => {
          if (entry.kind === 'use') await book(id, `send:${entry.cause}`)
          if (entry.kind === 'refund') await refund(id, `send:${entry.cause}`)
          if (entry.kind === 'purchase') await grant(id, `payment:${entry.cause}`, entry.tokens)
          if (entry.kind === 'toggle') await accounts.setTokensEnabled(id, entry.on)
        }),
      )
      await expectSumsOf(id)
      const { emails_sent_count, emails_sent_limit } = await usage.getUsage(id)
      expect(emails_sent_count).toBeLessThanOrEqual(emails_sent_limit!)
    }),
    { numRuns: 15 },
  )
})

async function expectSumsOf(id: typeof alice.id, expected?: ReturnType<typeof createModel>) {
  const month = monthOf(clock.now())
  const [sums] = await query<{ tokens: number; units: number; causes: number; entries: number }>(
    `select coalesce(sum(tokens), 0)::int as tokens, coalesce(sum(units) filter (where month = $2), 0)::int as units,
     count(distinct cause)::int as causes, count(*)::int as entries from usage_entries where owner_id = $1`,
    [id, month],
  )
  const { tokens } = await usage.getBalance(id)
  expect([tokens, sums!.tokens >= 0, sums!.entries]).toEqual([sums!.tokens, true, sums!.causes])
  const { emails_sent_count } = await usage.getUsage(id)
  expect(emails_sent_count).toBe(sums!.units)
  if (expected) expect([tokens, emails_sent_count]).toEqual([expected.model.tokens, expected.used(month)])
}

test('tokens never expire (TOKEN-09)', async () => {
  const { id } = await createCustomer('Later')
  await grant(id, 'payment:4', 7)
  clock.advance(5 * 365 * 86_400_000)
  expect(await usage.getBalance(id)).toEqual({ tokens: 7 })
})

test('one generation is one run, whatever the number of prospects (USAGE-13)', async () => {
  const { call } = await createCustomer('Generator')
  const body = { name: 'Ovens', marketing_copy: 'We repair bakery ovens within one day.' }
  const { id } = (await call(campaignRoutes.create, { body })).answer
  const prospects: string[] = []
  for (let n = 0; n < 3; n++)
    prospects.push((await call(prospectRoutes.create, { body: { email: `g${n}@shop.example` } })).answer.id)
  await call(campaignRoutes.addProspects, { params: { id }, body: { prospects } })
  const run = await call(writingRoutes.generate, { params: { id }, body: {} })
  expect([run.status, run.answer.rendered]).toEqual([200, 3])
  expect((await call(usageRoutes.getUsage)).answer.email_generations_count).toBe(1)
})

test('the owner’s token transactions can be exported as a file, and nobody else’s', async () => {
  const { id } = await createCustomer('Exporter')
  await grant(id, 'payment:csv', 9)
  const { content } = await usage.exportTransactions(id)
  expect(String(content)).toContain('purchase,9,pay_1')
  expect(String((await usage.exportTransactions(alice.id)).content)).not.toContain('purchase,9,')
})
