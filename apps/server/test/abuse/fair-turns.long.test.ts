import { gatheringRoutes } from '@goldpan/contract/gathering'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { tableRoutes } from '@goldpan/contract/tables'
import type { Crawler } from '@goldpan/crawler'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { createFakeMail } from '../../src/providers/mail/fake.ts'
import type { MailPort } from '../../src/providers/mail/port.ts'
import { createFakeCrawler } from '../fake-crawler.ts'
import { type Customer, startTestApp, type TestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'

/** A huge campaign or table: more than can be done before the small one. */
const MANY = 160
const FEW = 10
/** Delay of a slow mail server and of a slow website. */
const SLOW_MS = 20

/** A slow mail server that records the order of recipients. */
function createSlowMail() {
  const fake = createFakeMail()
  const order: string[] = []
  const mail: MailPort = {
    ...fake,
    async handOver(message, options) {
      order.push(message.envelope.to)
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      return fake.handOver(message, options)
    },
  }
  return { mail, order }
}

const at = (domain: string, count: number, who: string) =>
  Array.from({ length: count }, (_, n) => `${who}${n}@${domain}`)

/** Counts Alice's messages between Bob's start and his last message. */
function countBetween(order: string[], from: number, his: string[]): number {
  const last = Math.max(...his.map((email) => order.indexOf(email)))
  return order.slice(from, last).filter((email) => !his.includes(email)).length
}

async function prepare(app: TestApp, who: Customer, emails: string[]) {
  await who.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id } = await writeCampaign(who, emails)
  await app.drain()
  return id
}

/** A separate installation for each case, so that no case waits for another's leftovers. */
async function startCase(title: string, perGroup: string, campaigns: number) {
  const { mail, order } = createSlowMail()
  const environment = { SEND_CONNECTIONS_PER_GROUP: perGroup }
  const app = await startTestApp({ ports: { mail, systemClock }, environment })
  return [title, { order, campaigns, app }] as const
}

const cases = [
  await startCase('any servers', '0', 1),
  await startCase('one provider that takes two at once', '2', 1),
  await startCase('any servers, in twenty campaigns', '0', 20),
]

test.each(cases)(
  'Alice’s thousands of recipients at %s do not hold up Bob’s ten',
  async (_, { app, order, campaigns }) => {
    const { alice, bob } = app
    const domain = 'same-provider.example'
    const hers: string[] = []
    for (let n = 0; n < campaigns; n++)
      hers.push(await prepare(app, alice, at(domain, MANY / campaigns, `alice${n}-`)))
    const his = at(domain, FEW, 'bob')
    const hisCampaign = await prepare(app, bob, his)
    for (const id of hers) await startSend(alice, id)
    const working = app.drain()
    await expect.poll(() => order.length, { timeout: 20_000 }).toBeGreaterThan(30)
    const from = order.length
    await startSend(bob, hisCampaign)
    await expect.poll(() => his.every((email) => order.includes(email)), { timeout: 30_000 }).toBe(true)
    expect(order.length, 'hers went on all the while').toBeLessThan(MANY + FEW)
    // Messages already in flight, then at most one of Alice's for each of Bob's, with some margin.
    expect(countBetween(order, from, his)).toBeLessThanOrEqual(60)
    await stop(app, working)
  },
  90_000,
)

/** Cancels the rest. */
async function stop(app: TestApp, working: Promise<void>) {
  await app.query("update send_jobs set status = 'cancelled' where status in ('pending', 'processing')")
  await app.query("update recipients set state = 'cancelled' where state = 'queued'")
  await working
}

const fake = createFakeCrawler()
const crawler: Crawler = {
  ...fake,
  async findContacts(business, options) {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return fake.findContacts(business, options)
  },
}
const gatheringApp = await startTestApp({ ports: { crawler, systemClock } })

test('Alice’s thousands of websites do not hold up Bob’s ten', async () => {
  const app = gatheringApp
  await gather(app.alice, 'alice', MANY)
  const working = app.drain()
  await expect.poll(() => fake.visited.length, { timeout: 20_000 }).toBeGreaterThan(30)
  const from = fake.visited.length
  const his = await gather(app.bob, 'bob', FEW)
  await expect.poll(() => his.every((site) => fake.visited.includes(site)), { timeout: 30_000 }).toBe(true)
  expect(fake.visited.length, 'hers went on all the while').toBeLessThan(MANY + FEW)
  expect(countBetween(fake.visited, from, his)).toBeLessThanOrEqual(60)
  await app.query("update gathering_jobs set status = 'cancelled'")
  await working
}, 90_000)

async function gather(who: Customer, name: string, count: number): Promise<string[]> {
  const websites = Array.from({ length: count }, (_, n) => `https://${name}${n}.example`)
  const businesses = websites.map((website, n) => ({
    place_id: `osm:node/${name}${n}`,
    name: `Shop ${n}`,
    address: 'Main Street',
    phone: null,
    website,
  }))
  const table = await who.call(tableRoutes.create, { body: { name, query: name, businesses } })
  const businessIds = businesses.map(({ place_id }) => place_id)
  await who.call(gatheringRoutes.start, { body: { businessTableId: table.answer.id, businessIds } })
  return websites
}
