import { accountRoutes } from '@goldpan/contract/accounts'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { mailboxRoutes } from '@goldpan/contract/mailbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { type CallAnswer, type CallInput, pathOf, type Route } from '@goldpan/contract/route'
import { searchRoutes, suggestTableName } from '@goldpan/contract/search'
import { sendingRoutes } from '@goldpan/contract/sending'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { tableRoutes } from '@goldpan/contract/tables'
import { writingRoutes } from '@goldpan/contract/writing'
import type { App } from '../compose.ts'
import { SESSION_COOKIE } from '../http/session-gate.ts'

/** A story acts as this person; `settle` waits for all background work. */
interface Stage {
  person: Person
  settle(): Promise<void>
  /** Fills the person's inbox, past the API: it would take hours. */
  insertConversations(count: number): Promise<void>
}

const MARKETING_COPY = `We roast coffee for bakeries and cafés in small batches, twice a week, and deliver it the next morning within 40 km of Goldwater.
A kilo of our house blend costs €19, without a minimum order. We lend you a grinder for as long as you buy from us.
The first two kilos are free, so that your guests can decide.`

/** Stories by name, told through API calls. */
export const stories: Record<string, { about: string; tell: (stage: Stage) => Promise<void> }> = {
  fresh: { about: 'an account that has just been confirmed', tell: async () => undefined },
  'tables-and-prospects': {
    about: 'two saved tables, one of them gathered',
    tell: async (stage) => {
      await gatherBakeries(stage)
      await saveTable(stage.person, 'dentist', 'Goldwater')
    },
  },
  'campaign-midway': {
    about: 'a campaign with follow-ups, sent two days ago; some opened, one answered, one bounced',
    tell: async (stage) => {
      await gatherBakeries(stage)
      await sendCampaign(stage)
      await receiveReplies(stage)
    },
  },
  inbox: {
    about: 'an inbox with 50,000 conversations',
    tell: ({ insertConversations }) => insertConversations(50_000),
  },
  'limit-reached': {
    about: 'a month whose searches are used up',
    tell: async ({ person }) => {
      for (let n = 0; n < 20; n++) await search(person, 'bakery', 'Goldwater')
    },
  },
}

const search = (person: Person, query: string, location: string) =>
  person.call(searchRoutes.search, { body: { query, location } })

async function saveTable(person: Person, query: string, location: string) {
  const { businesses } = await search(person, query, location)
  const saved = businesses.map(({ in_tables: _, ...business }) => business)
  const table = await person.call(tableRoutes.create, {
    body: {
      name: suggestTableName(query, location),
      query: `${query} in ${location}`,
      businesses: saved,
    },
  })
  return { id: table.id, placeIds: saved.map(({ place_id }) => place_id) }
}

async function gatherBakeries({ person, settle }: Stage): Promise<void> {
  const table = await saveTable(person, 'bakery', 'Goldwater')
  await person.call(gatheringRoutes.start, {
    body: { businessTableId: table.id, businessIds: table.placeIds },
  })
  await settle()
}

async function sendCampaign({ person, settle }: Stage): Promise<void> {
  const signature = await person.call(signatureRoutes.create, {
    body: { name: 'Roastery', content: 'Ada Pan\nPan Coffee Roasters\n+44 1632 960001', is_default: true },
  })
  const campaign = await person.call(campaignRoutes.create, {
    body: {
      name: 'Coffee for bakeries',
      marketing_copy: MARKETING_COPY,
      promotional_content: 'Order before the end of the month and the grinder is serviced for free.',
    },
  })
  const params = { id: campaign.id }
  const prospects = await person.call(prospectRoutes.list)
  await person.call(campaignRoutes.addProspects, {
    params,
    body: { prospects: prospects.slice(0, 12).map(({ id }) => id) },
  })
  await person.call(writingRoutes.generate, { params, body: { signature_id: signature.id } })
  await settle()
  for (const followUp of FOLLOW_UPS) await person.call(followUpRoutes.add, { params, body: followUp })
  await person.call(sendingRoutes.send, { params, body: { resend: false } })
  await settle()
}

const FOLLOW_UPS: CallInput<typeof followUpRoutes.add>['body'][] = [
  {
    wait_days: 3,
    wait_in: 'working_days',
    thread: 'same',
    body: `Hello {{firstName|there}},

may I bring two kilos to {{businessName}} next week? You taste, I go again.

Ada`,
  },
  {
    wait_days: 5,
    wait_in: 'working_days',
    thread: 'new',
    subject: 'A grinder for {{businessName}}',
    body: `Hello {{firstName|there}},

one grinder is free this month. If it is of no use to you, a short no is fine too.

Ada`,
  },
]

/** Within two days, some messages are opened, one is answered and one bounces. */
async function receiveReplies({ person, settle }: Stage): Promise<void> {
  const listed = await person.call(mailboxRoutes.list, { query: {} })
  const read = await Promise.all(
    listed.map(({ id }) => person.call(mailboxRoutes.read, { params: { id }, query: {} })),
  )
  const mails = read.filter(({ headers }) => 'list-unsubscribe' in headers)
  const [opened, answered, bounced, ...others] = mails
  if (!opened || !answered || !bounced)
    throw new Error('Fewer than three messages of the campaign were accepted')
  const open = ({ id }: { id: string }) => person.call(mailboxRoutes.open, { params: { id }, query: {} })
  const skipDay = () => person.call(mailboxRoutes.advanceClock, { body: { advance_seconds: 86_400 } })
  for (const mail of [opened, ...others.slice(0, 2)]) await open(mail)
  await skipDay()
  for (const mail of others.slice(2, 4)) await open(mail)
  await person.call(mailboxRoutes.reply, {
    params: { id: answered.id },
    query: {},
    body: { text: 'Free kilos are always welcome. Can you come by on Tuesday?' },
  })
  await person.call(mailboxRoutes.bounce, { params: { id: bounced.id }, query: {}, body: { kind: 'hard' } })
  await settle()
  await skipDay()
  for (const mail of others.slice(4, 5)) await open(mail)
  await settle()
}

/** A user in a story. Acts through the contract like a browser. */
interface Person {
  email: string
  call<R extends Route>(
    route: R,
    ...input: Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
  ): Promise<CallAnswer<R>>
}

/** The password of every user in a story. */
export const STORY_PASSWORD = 'sieve-and-gravel-7'

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

async function send<R extends Route>(app: App, route: R, parts: Parts, cookie: string | null) {
  const query = new URLSearchParams(
    Object.entries(parts.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await app.server.inject({
    method: route.method,
    url: pathOf(route.path, parts.params) + (query.size > 0 ? `?${query}` : ''),
    headers: cookie ? { cookie: `${SESSION_COOKIE}=${cookie}` } : {},
    ...(parts.body === undefined ? {} : { payload: parts.body as object }),
  })
  if (response.statusCode >= 400)
    throw new Error(`${route.method} ${route.path} answered ${response.statusCode}: ${response.body}`)
  const answer = (response.statusCode === 204 ? undefined : response.json()) as CallAnswer<R>
  return { answer, session: response.cookies.find(({ name }) => name === SESSION_COOKIE)?.value ?? null }
}

/** Signs up, confirms by the link in the outbox, and logs in. */
export async function signUp(
  app: App,
  person: { firstName: string; lastName: string; email: string },
  readMail: (to: string) => Promise<string>,
): Promise<Person> {
  const { email } = person
  const secrets = { password: STORY_PASSWORD, recaptchaToken: 'story' }
  await send(
    app,
    accountRoutes.register,
    { body: { ...person, ...secrets, confirmPassword: STORY_PASSWORD, acceptTerms: true } },
    null,
  )
  const link = /https?:\/\/\S+\/auth\/confirm\?\S+/.exec(await readMail(email))?.[0]
  if (!link) throw new Error(`No confirmation link came for ${email}`)
  const token = new URL(link).searchParams.get('token')
  await send(app, accountRoutes.confirmEmail, { body: { token, type: 'signup', email } }, null)
  const { session } = await send(app, accountRoutes.login, { body: { email, ...secrets } }, null)
  return {
    email,
    call: async (route, ...input) => (await send(app, route, (input[0] ?? {}) as Parts, session)).answer,
  }
}
