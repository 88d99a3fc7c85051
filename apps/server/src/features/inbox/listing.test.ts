import { campaignRoutes } from '@goldpan/contract/campaigns'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { replyRoutes } from '@goldpan/contract/replies'
import { expect, test } from 'vitest'
import { receiveMail, type WrittenMail } from '../../../test/conversations.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'

const testApp = await startTestApp()
const { alice, bob, createCustomer, drain, query } = testApp

type Query = NonNullable<Parameters<typeof list>[0]>
const list = async (
  filter: {
    state?: 'open' | 'snoozed' | 'done'
    label?: string
    assignee?: string
    unread?: 'true'
    campaign?: string
    search?: string
    cursor?: string
    offset?: number
    limit?: number
  } = {},
  who: Customer = alice,
) => (await who.call(replyRoutes.list, { query: filter as never })).answer
const counts = async (who: Customer, campaign?: string) =>
  (await who.call(inboxRoutes.counts, { query: { campaign } })).answer
const receive = (who: Customer, mail: WrittenMail) => receiveMail(testApp, who, mail)

/** The totals of the lists that the counts are about. */
async function totalsOf(who: Customer, campaign?: string) {
  const total = async (filter: Query) =>
    (await list({ ...filter, ...(campaign ? { campaign } : {}) }, who)).total
  const { labels } = await counts(who, campaign)
  return {
    open: await total({ state: 'open' }),
    unread: await total({ state: 'open', unread: 'true' }),
    mine: await total({ state: 'open', assignee: 'me' }),
    snoozed: await total({ state: 'snoozed' }),
    done: await total({ state: 'done' }),
    labels: Object.fromEntries(
      await Promise.all(Object.keys(labels).map(async (label) => [label, await total({ label })] as const)),
    ),
  }
}

test('each count is the total of the list with its filter, after every change (INBOX-06)', async () => {
  const carol = await createCustomer('Carol')
  await receive(carol, { email: 'one@shop.example', label: 'interested' })
  await receive(carol, { email: 'two@shop.example', label: 'stop' })
  await receive(carol, { email: 'three@shop.example', kind: 'auto-reply', label: 'away' })
  const id = await receive(carol, { email: 'four@shop.example', label: 'question' })
  const own = await carol.call(inboxRoutes.addLabel, { body: { name: 'Hot' } })
  const until = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
  const selection = { ids: [id] }
  const expectEqual = async () => expect(await counts(carol)).toEqual(await totalsOf(carol))

  await expectEqual()
  expect(await counts(carol)).toMatchObject({
    open: 2,
    unread: 2,
    mine: 0,
    done: 2,
    labels: { interested: 1, stop: 1, away: 1, question: 1, other: 0 },
  })
  for (const change of [
    { assignee: carol.id },
    { read: true },
    { state: 'snoozed' as const, until },
    { label: own.answer.id },
    { state: 'open' as const },
    { state: 'done' as const },
  ]) {
    await carol.call(inboxRoutes.change, { body: { selection, ...change } })
    await expectEqual()
  }
  expect(await counts(carol)).toMatchObject({ open: 1, done: 3, labels: { [own.answer.id]: 1, question: 0 } })
  await carol.call(inboxRoutes.removeLabel, { params: { labelId: own.answer.id } })
  await expectEqual()
  expect((await counts(carol)).labels).toMatchObject({ question: 1 })
})

test('the list names the person, the newest message and its campaign, the newest first (INBOX-01)', async () => {
  const email = 'rita@list.example'
  const { id: campaign } = await writeCampaign(alice, [email])
  await startSend(alice, campaign)
  await drain()
  await query("update prospects set last_name = 'Reader', business_name = 'Rita’s Shop' where email = $1", [
    email,
  ])
  const [recipient] = await query<{ id: string; campaign_id: string; prospect_id: string }>(
    'select id, campaign_id, prospect_id from recipients where email = $1',
    [email],
  )
  const first = await receive(alice, {
    email,
    recipient: recipient!,
    text: 'What does it cost?',
    label: 'question',
  })
  const newest = await receive(alice, { email, recipient: recipient!, text: 'And when?', label: 'meeting' })
  await receive(alice, { email: 'else@list.example', name: 'Else Where', text: 'Hello' })

  const all = await list()
  expect(all.correspondents.slice(0, 2).map(({ from_email }) => from_email)).toEqual([
    'else@list.example',
    email,
  ])
  expect(all.correspondents[0]).toMatchObject({
    name: 'Else Where',
    first_name: null,
    company: null,
    campaign: null,
  })
  const ofCampaign = await list({ campaign })
  expect(ofCampaign).toMatchObject({ total: 1, next_cursor: null })
  expect(ofCampaign.correspondents[0]).toMatchObject({
    id: newest,
    kind: 'reply',
    from_email: email,
    name: 'Pat Reader',
    first_name: 'Pat',
    last_name: 'Reader',
    company: 'Rita’s Shop',
    prospect_id: recipient!.prospect_id,
    subject: 'Re: Ovens',
    excerpt: 'And when?',
    count: 2,
    state: 'open',
    unread: true,
    label: 'meeting',
    label_name: 'Meeting',
    label_by: 'rule',
    label_reason: 'A rule',
    assignee: null,
    has_draft: false,
    hold: null,
    suppressed: false,
    campaign: { id: campaign, name: 'Ovens' },
  })
  expect(await counts(alice, campaign)).toEqual(await totalsOf(alice, campaign))
  expect(first).not.toBe(newest)
})

test('pages follow each other by cursor and by offset (INBOX-01)', async () => {
  const dave = await createCustomer('Dave')
  for (let n = 0; n < 5; n++) await receive(dave, { email: `p${n}@pages.example` })
  const emails = (page: Awaited<ReturnType<typeof list>>) =>
    page.correspondents.map(({ from_email }) => from_email)
  const first = await list({ limit: 2 }, dave)
  const second = await list({ limit: 2, cursor: first.next_cursor! }, dave)
  await receive(dave, { email: 'p9@pages.example' })
  const third = await list({ limit: 2, cursor: second.next_cursor! }, dave)
  expect([first, second, third].flatMap(emails)).toEqual([4, 3, 2, 1, 0].map((n) => `p${n}@pages.example`))
  expect(third.next_cursor).toBeNull()
  expect(emails(await list({ limit: 2, offset: 3 }, dave))).toEqual(['p2@pages.example', 'p1@pages.example'])
  const wrong = await dave.call(replyRoutes.list, { query: { cursor: 'nonsense' } })
  expect(wrong).toMatchObject({ status: 400, refusal: { message: expect.stringMatching(/no longer valid/) } })
})

test('searches find all words as beginnings, without accents and case, in every part (INBOX-43)', async () => {
  const erin = await createCustomer('Erin')
  const email = 'zoe.mueller-gross@backstube.example'
  const { prospects, id: campaign } = await writeCampaign(erin, [email])
  await startSend(erin, campaign)
  await drain()
  const [recipient] = await query<{ id: string; campaign_id: string; prospect_id: string }>(
    'select id, campaign_id, prospect_id from recipients where owner_id = $1',
    [erin.id],
  )
  const id = await receive(erin, {
    email,
    recipient: recipient!,
    subject: 'Größe der Öfen',
    text: 'Das Gerät interessiert uns sehr, façade incluse. Łódź? Привет!',
  })
  await receive(erin, { email: 'somebody@else.example', text: 'Not us.' })
  await erin.call(prospectRoutes.patch, {
    params: { id: prospects[0]! },
    body: { first_name: 'Zoë', last_name: 'Müller', business_name: 'Backstube Süd' },
  })
  await erin.call(inboxRoutes.addNote, { params: { id }, body: { text: 'Call her about the warranty' } })
  await query(
    `insert into answers (owner_id, press_id, to_email, subject, content, state, next_at, created_at)
     values ($1, gen_random_uuid(), $2, 'Re', 'Wir liefern donnerstags', 'sent', now(), now())`,
    [erin.id, email],
  )
  await testApp.app.features.inbox.conversations.refreshWords(testApp.app.database.db, erin.id, [email])
  const finds = async (search: string) =>
    (await list({ search }, erin)).correspondents.map(({ from_email }) => from_email)

  for (const search of [
    'zoe mull',
    'MÜLLER',
    'süd',
    'sud back',
    'mueller',
    'gross',
    'zoe.mueller-gross@backstube.example',
    'backstube.ex',
    'grosse ofen',
    'GERAT interess',
    'facade',
    'lodz',
    'прив',
    'warranty call',
    'donnerst',
    'repair',
    'x gerät',
  ])
    expect([search, await finds(search)]).toEqual([search, [email]])
  for (const search of ['gerät fehlt', 'erät', 'strong', 'href'])
    expect([search, await finds(search)]).toEqual([search, []])
  expect(await finds('z')).toHaveLength(2)
  const [body] = await query('select 1 from campaigns where id = $1', [campaign])
  expect(body).toBeDefined()
})

test.each(["' or 1=1 --", ':*', '& | !', "a:*'::tsquery", '\\', '%_', '\u202e', 'ﷺ'.repeat(60), '((', '<->'])(
  'a search for %j harms nothing (INBOX-43)',
  async (search) => {
    expect((await alice.call(replyRoutes.list, { query: { search } })).status).toBe(200)
  },
)

test('a text of any size is searchable (INBOX-43)', async () => {
  const text = Array.from({ length: 60_000 }, (_, n) => `wörtchen${n}`).join(' ')
  await receive(alice, { email: 'long@text.example', text })
  expect((await list({ search: 'wortchen77' })).total).toBe(1)
})

test('Bob cannot list or count Alice’s conversations (INBOX-46)', async () => {
  expect(await list({}, bob)).toMatchObject({ total: 0, correspondents: [] })
  expect(await counts(bob)).toMatchObject({ open: 0, unread: 0, done: 0 })
  const { id } = (
    await alice.call(campaignRoutes.create, { body: { name: 'Hers', marketing_copy: 'Ovens.' } })
  ).answer
  expect((await bob.call(replyRoutes.list, { query: { campaign: id } })).status).toBe(404)
  expect((await bob.call(inboxRoutes.counts, { query: { campaign: id } })).status).toBe(404)
})
