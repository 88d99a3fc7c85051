import { accountRoutes } from '@goldpan/contract/accounts'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { createFakeJobs } from '../../src/providers/jobs/fake.ts'
import type { Jobs } from '../../src/providers/jobs/port.ts'
import { everyRoute, isOpenEnded } from '../abuse/contract-routes.ts'
import { fuzzContract } from '../abuse/fuzz-contract.ts'
import { makeThings, paramsOf, QUERIES, type Things } from '../abuse/things.ts'
import type { TestApp } from '../harness.ts'
import { startSend, writeCampaign } from '../written-campaign.ts'

/** Fake jobs that can also run the periodic ones on demand. */
export function createKnownJobs(): { jobs: Jobs; runPeriodic(): Promise<void> } {
  const jobs = createFakeJobs()
  const periodic: (() => Promise<void>)[] = []
  return {
    jobs: {
      ...jobs,
      handle(kind, work) {
        jobs.handle(kind, work)
        const every = kind.every
        if (every) periodic.push(() => work(every.payload, new AbortController().signal))
      },
    },
    async runPeriodic() {
      for (const run of periodic) await run()
    },
  }
}

/** Fixed, so that every run issues the same statements. */
const SEED = 11
const HUMAN_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

/** Uses the whole product: every route, every list in every order, opens and clicks, and all background work. */
export async function useEverything(app: TestApp, runPeriodic: () => Promise<void>): Promise<void> {
  const things = await makeThings(app, app.alice, 'alices')
  await signUp(app)
  await gather(app)
  await readLists(app, things)
  await trackRecipients(app)
  await readEverything(app, things)
  await fuzzContract(app, things, { requests: 400, seed: SEED })
  await runPeriodic()
  await app.drain()
  await app.app.features.watching.check()
  await app.app.server.inject({ url: '/metrics', headers: { authorization: 'Bearer operator' } })
}

async function signUp({ visitor, mail, drain }: TestApp): Promise<void> {
  const secrets = { password: 'sieve-and-gravel-7', recaptchaToken: 'off' }
  const email = 'grace@customer.example'
  const form = {
    firstName: 'Grace',
    lastName: 'Pan',
    email,
    confirmPassword: secrets.password,
    acceptTerms: true,
  }
  await visitor.call(accountRoutes.register, { body: { ...form, ...secrets } } as never)
  await drain()
  const letter = mail.accepted.findLast(({ envelope }) => envelope.to === email)
  const text = letter?.raw.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
  const token = /[?&]token=([\w.-]+)/.exec(text)?.[1]
  await visitor.call(accountRoutes.confirmEmail, { body: { token, type: 'signup', email } } as never)
  await visitor.call(accountRoutes.login, { body: { email, ...secrets } } as never)
  await visitor.call(accountRoutes.login, { body: { email, ...secrets, password: 'wrong' } } as never)
}

async function gather({ alice, drain }: TestApp): Promise<void> {
  const businesses = ['one', 'two'].map((name) => ({
    place_id: `osm:node/${name}`,
    name,
    address: 'Main Street',
    phone: null,
    website: `https://${name}.example`,
  }))
  const table = await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses } })
  const businessIds = businesses.map(({ place_id }) => place_id)
  await alice.call(gatheringRoutes.start, { body: { businessTableId: table.answer.id, businessIds } })
  await drain()
}

/** Reads the long lists in every order, first page and a later one, with and without a filter. */
async function readLists({ alice }: TestApp, { table }: Things): Promise<void> {
  for (const sort of ['added', 'name', 'business', 'table', 'email', 'status', 'last_contact'] as const)
    for (const text of ['', 'ali']) {
      const page = await alice.call(prospectRoutes.list, { query: { sort, text, limit: 1 } })
      const cursor = page.headers['next-cursor']
      if (cursor)
        await alice.call(prospectRoutes.list, { query: { sort, text, limit: 1, cursor: String(cursor) } })
    }
  for (const sort of ['added', 'name', 'address'] as const)
    for (const text of ['', 'ali'])
      await alice.call(tableRoutes.get, { params: { tableId: table }, query: { sort, text, limit: 1 } })
}

/** Opens a message, follows its link and unsubscribes. */
async function trackRecipients({ app, bob, mail, drain, clock }: TestApp): Promise<void> {
  const { id, emails } = await writeCampaign(bob, 2)
  await startSend(bob, id)
  await drain()
  clock.advance(10 * 60_000)
  const letter = mail.accepted.findLast(({ envelope }) => envelope.to === emails[0])!
  const text = letter.raw.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=')
  const headers = { 'user-agent': HUMAN_USER_AGENT }
  for (const [path] of text.matchAll(/\/t\/[oc]\/[\w./-]+/g)) await app.server.inject({ url: path, headers })
  await app.features.tracking.flushVisits()
  const oneClick = /^List-Unsubscribe: <http:\/\/localhost:3000([^>]+)>/m.exec(letter.raw.toString())?.[1]
  await app.server.inject({ method: 'POST', url: oneClick!, headers })
  await drain()
}

async function readEverything({ alice, query }: TestApp, things: Things): Promise<void> {
  for (const named of everyRoute) {
    if (named.route.method !== 'GET' || named.route.access === 'local' || isOpenEnded(named)) continue
    await query('delete from rate_limits')
    await alice.call(named.route, { params: paramsOf(named, things), query: QUERIES[named.name] } as never)
  }
}
