import { activityRoutes } from '@goldpan/contract/activity'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'

const started = await startTestApp()
const { alice, bob, app, clock, drain, mail, createCustomer } = started
const HUMAN_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

const read = (id: string, who = alice) => who.call(activityRoutes.list, { params: { id } })

test('the timeline of a prospect lists its events, newest first (BEYOND-06)', async () => {
  const email = 'ada@oven.example'
  const { prospects } = await writeCampaign(alice, [email])
  const id = prospects[0]!
  clock.advance(60_000)
  const { answer: queued } = await read(id)
  expect(queued.map(({ kind }) => kind)).toEqual(['email_generated', 'added'])

  const campaign = await writeCampaign(alice, [email])
  await startSend(alice, campaign.id)
  await drain()
  clock.advance(10 * 60_000)
  const message = mail.accepted.findLast(({ envelope }) => envelope.to === email)!
  const text = message.raw.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=')
  const pixel = /src="http:\/\/localhost:3000(\/t\/o\/[\w-]+\.gif)"/.exec(text)![1]!
  await app.server.inject({ method: 'GET', url: pixel, headers: { 'user-agent': HUMAN_USER_AGENT } })
  await app.features.tracking.flushVisits()
  clock.advance(60_000)
  await alice.call(prospectRoutes.patch, { params: { id }, body: { status: 'converted' } })

  const { answer } = await read(id)
  expect(answer.map(({ kind }) => kind)).toEqual([
    'status',
    'opened',
    'sent',
    'email_generated',
    'email_generated',
    'added',
  ])
  expect(answer[0]).toMatchObject({ from_status: 'email_sent', to_status: 'converted' })
  expect(answer[1]?.campaign).toEqual({ id: campaign.id, name: 'Ovens' })
})

test('a gathered prospect says on which page it was found (BEYOND-06)', async () => {
  const at = '2026-03-02T09:00:00.000Z'
  await app.features.prospects.addGathered(
    app.database.db,
    alice.id,
    { table_id: null as never, place_id: 'osm:node/1', name: 'Mill' },
    [
      {
        email: 'cy@mill.example',
        first_name: null,
        last_name: null,
        phone: null,
        title: null,
        source_url: 'https://mill.example/team',
        source_method: 'mailto',
        source_snippet: '',
        found_at: at,
        confidence: 1,
        no_solicitation: false,
      },
    ],
  )
  const { answer } = await alice.call(prospectRoutes.list, { query: { text: 'cy@mill' } })
  const found = await read(answer[0]!.id)
  expect(found.answer).toMatchObject([{ kind: 'found', at, detail: 'https://mill.example/team' }])
})

test('Bob cannot read the timeline of Alice’s prospect (SESS-17)', async () => {
  const { answer } = await alice.call(prospectRoutes.create, { body: { email: 'eve@mill.example' } })
  expect((await read(answer.id, bob)).status).toBe(404)
  expect((await read('nonsense')).status).toBe(404)
})

test('the timeline names the follow-up that was sent (BEYOND-06)', async () => {
  const { setPace, start, goToMorning } = createSequences(started)
  const who = await createCustomer('Sequel')
  await setPace(who, {})
  const { prospects } = await start(who, 1, [{}])
  await goToMorning()
  const { answer } = await read(prospects[0]!, who)
  expect(answer.filter(({ kind }) => kind === 'sent').map(({ step }) => step)).toEqual([1, 0])
})
