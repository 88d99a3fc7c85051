import { organizationRoutes } from '@goldpan/contract/organizations'
import { defaultPlans } from '@goldpan/contract/plans'
import { searchRoutes } from '@goldpan/contract/search'
import { sendingRoutes } from '@goldpan/contract/sending'
import type { UsageType } from '@goldpan/contract/usage'
import { writingRoutes } from '@goldpan/contract/writing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { createCustomer, drain, clock, query, databaseUrl } = await startTestApp()
/** A second process on the same database. */
const other = await startTestApp({ databaseUrl, ports: { systemClock: clock } })

let people = 0

/** A person on Premium, logged in to both processes. `session` logs in again, to work for an organization. */
async function createPayer() {
  const name = `Payer${++people}`
  const payer = await createCustomer(name)
  return { payer, elsewhere: await other.createCustomer(name), session: () => createCustomer(name) }
}

/** Leaves `units` of this month's allowance and `tokens`. */
async function leave(who: Customer, type: UsageType, units: number, tokens = 0, isEnabled = true) {
  const month = clock.now().toISOString().slice(0, 7)
  await query(
    `insert into usage_months (owner_id, month, usage_type, units) values ($1, $2, $3, $4)
     on conflict (owner_id, month, usage_type) do update set units = excluded.units`,
    [who.id, month, type, defaultPlans.caps.premium[type]! - units],
  )
  await query('update users set tokens_enabled = $2 where id = $1', [who.id, isEnabled])
  await query(
    `insert into token_balances (owner_id, tokens) values ($1, $2)
     on conflict (owner_id) do update set tokens = excluded.tokens`,
    [who.id, tokens],
  )
}

async function writeCampaigns(who: Customer, sizes: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const size of sizes) ids.push((await writeCampaign(who, size)).id)
  return ids
}

/** Starts all at once, alternating between the callers. Returns each job, or null if it was refused. */
async function startAll(campaigns: string[], callers: Customer[]) {
  const outcomes = await Promise.all(campaigns.map((id, n) => startSend(callers[n % callers.length]!, id)))
  const refused = outcomes.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, refusal }) => [status, refusal.code])).toEqual(
    refused.map(() => [403, 'LIMIT_REACHED']),
  )
  return outcomes.map(({ status, answer }) => (status === 200 ? answer.job_id : null))
}

const sentBy = async (who: Customer, job: string) => (await readJob(who, job)).result?.sent_count

test.each([
  { units: 50, tokens: 0, isEnabled: false, starts: 5 },
  { units: 20, tokens: 30, isEnabled: true, starts: 5 },
  { units: 20, tokens: 30, isEnabled: false, starts: 2 },
])(
  'ten campaigns of ten started at once with $units emails and $tokens tokens left (on: $isEnabled) are $starts sends',
  async ({ units, tokens, isEnabled, starts }) => {
    const { payer, elsewhere } = await createPayer()
    const campaigns = await writeCampaigns(payer, Array(10).fill(10))
    await leave(payer, 'emails_sent', units, tokens, isEnabled)
    const jobs = (await startAll(campaigns, [payer, elsewhere])).filter((job) => job !== null)
    expect(jobs).toHaveLength(starts)
    await drain()
    for (const job of jobs) expect(await sentBy(payer, job)).toBe(10)
  },
)

test('organizations that one person pays for share what is left', async () => {
  const { payer, session } = await createPayer()
  const workers = [payer]
  for (const name of ['North', 'South']) {
    const { answer } = await payer.call(organizationRoutes.create, { body: { name } })
    const worker = await session()
    const switched = await worker.call(organizationRoutes.switchTo, { body: { id: answer.id } })
    expect(switched.status).toBe(200)
    workers.push(worker)
  }
  const campaigns: string[] = []
  for (let n = 0; n < 6; n++) campaigns.push(...(await writeCampaigns(workers[n % 3]!, [5])))
  await leave(payer, 'emails_sent', 15)
  const jobs = await startAll(campaigns, workers)
  expect(jobs.filter((job) => job !== null)).toHaveLength(3)
  await drain()
  for (const [n, job] of jobs.entries()) if (job) expect(await sentBy(workers[n % 3]!, job)).toBe(5)
})

test('a send that is cancelled frees what it was promised', async () => {
  const { payer } = await createPayer()
  const [first, second] = await writeCampaigns(payer, [10, 10])
  await leave(payer, 'emails_sent', 15)
  const { answer } = await startSend(payer, first!)
  expect((await startSend(payer, second!)).refusal).toMatchObject({ remaining: 5, needed: 10 })
  await payer.call(sendingRoutes.cancelJob, { params: { jobId: answer.job_id } })
  expect((await startSend(payer, second!)).status).toBe(200)
  await drain()
})

test('whatever is started while others are being sent: what starts is sent whole, what is refused did not fit', async () => {
  const shape = fc.record({
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 4, maxLength: 6 }),
    units: fc.integer({ min: 0, max: 12 }),
    tokens: fc.integer({ min: 0, max: 6 }),
    isEnabled: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(shape, async ({ sizes, units, tokens, isEnabled }) => {
      const { payer, elsewhere } = await createPayer()
      const campaigns = await writeCampaigns(payer, sizes)
      await leave(payer, 'emails_sent', units, tokens, isEnabled)
      const [jobs] = await Promise.all([startAll(campaigns, [payer, elsewhere]), drain(), other.drain()])
      await Promise.all([drain(), other.drain()])
      let left = units + (isEnabled ? tokens : 0)
      for (const [n, job] of jobs.entries()) {
        if (!job) continue
        expect(await sentBy(payer, job)).toBe(sizes[n])
        left -= sizes[n]!
      }
      expect(left).toBeGreaterThanOrEqual(0)
      for (const [n, job] of jobs.entries()) if (!job) expect(sizes[n]).toBeGreaterThan(left)
    }),
    { numRuns: 6 },
  )
})

test('searches and generations at the same moment are counted exactly', async () => {
  const { payer, elsewhere } = await createPayer()
  const callers = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? payer : elsewhere))
  await leave(payer, 'business_searches', 3, 1)
  const searches = callers.map((who) => who.call(searchRoutes.search, { body: { query: 'oven' } }))
  const found = (await Promise.all(searches)).map(({ status }) => status)
  expect(found.toSorted()).toEqual([...Array(4).fill(200), ...Array(6).fill(403)])

  const campaigns = await writeCampaigns(payer, Array(10).fill(1))
  await leave(payer, 'email_generations', 3, 1)
  const generations = callers.map((who, n) =>
    who.call(writingRoutes.generate, { params: { id: campaigns[n]! }, body: {} }),
  )
  const written = (await Promise.all(generations)).map(({ status }) => status)
  expect(written.toSorted()).toEqual([...Array(4).fill(200), ...Array(6).fill(403)])
})
