import { campaignRoutes } from '@goldpan/contract/campaigns'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { homeRoutes } from '@goldpan/contract/home'
import { importRoutes } from '@goldpan/contract/imports'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { alice, bob, visitor, drain, query, clock } = await startTestApp()

const overview = async (who = alice) => (await who.call(homeRoutes.overview)).answer

test('a new account has all four steps before it and thirty empty days', async () => {
  const { steps, days, best_tables, replies_waiting, waiting, sample } = await overview()
  expect(steps).toEqual({ found: false, gathered: false, written: false, sent: false })
  expect(days).toHaveLength(30)
  expect(days.at(-1)?.day).toBe(clock.now().toISOString().slice(0, 10))
  expect(days.every(({ sent, opened, replied }) => sent + opened + replied === 0)).toBe(true)
  expect(sample, 'without the demo town').toBeNull()
  expect([best_tables, replies_waiting, waiting]).toEqual([[], 0, []])
})

test('where the demo town is, a search is offered that finds something at once', async () => {
  const demo = await startTestApp({ environment: { DEMO: 'on' } })
  expect((await overview(demo.alice)).sample).toEqual({ keywords: 'bakery', location: 'Goldwater' })
})

test('the steps follow what the user has done, and Bob sees nothing of it', async () => {
  const { id: campaign } = await writeCampaign(alice, ['ada@oven.example', 'bea@oven.example'])
  expect((await overview()).steps).toMatchObject({ gathered: true, written: true, sent: false })
  await startSend(alice, campaign)
  expect((await alice.call(homeRoutes.running)).answer).toMatchObject([
    { kind: 'sending', subject_id: campaign, done: 0, total: 2 },
  ])
  expect((await bob.call(homeRoutes.running)).answer).toEqual([])
  await drain()
  expect((await alice.call(homeRoutes.running)).answer).toEqual([])
  expect((await overview()).steps).toMatchObject({ sent: true })
  expect((await overview(bob)).steps).toMatchObject({ gathered: false, written: false, sent: false })
  expect((await visitor.call(homeRoutes.overview)).status).toBe(401)
})

test('gathering that is under way is listed with its table and its progress', async () => {
  const business = {
    place_id: 'demo:1',
    name: 'Oven',
    address: '1 Mill Lane',
    website: 'https://oven.example',
  }
  const { answer: table } = await alice.call(tableRoutes.create, {
    body: { name: 'Ovens', query: 'oven', businesses: [{ ...business, phone: null }] },
  })
  await alice.call(gatheringRoutes.start, { body: { businessTableId: table.id, businessIds: ['demo:1'] } })
  expect((await alice.call(homeRoutes.running)).answer).toMatchObject([
    { kind: 'gathering', subject_id: table.id, name: 'Ovens', done: 0, total: 1 },
  ])
  await drain()
  expect((await alice.call(homeRoutes.running)).answer).toEqual([])
  expect((await overview()).steps.found).toBe(true)
})

test('a file that is checked or imported is listed with its progress until that is done', async () => {
  const file = new Blob(['Email\nada@mill.example\nno address\nbea@mill.example'])
  const body = { kind: 'prospects' as const }
  const { answer: read } = await alice.call(importRoutes.upload, { body, file, fileName: 'mills.csv' })
  const params = { id: read.id }
  const running = async (who = alice) => (await who.call(homeRoutes.running)).answer
  expect(await running(), 'nothing is done before its columns are known').toEqual([])
  await alice.call(importRoutes.check, { params, body: { mapping: read.mapping } })
  const listed = { subject_id: read.id, rows: 'prospects', name: 'mills.csv', done: 0 }
  expect(await running()).toMatchObject([{ ...listed, kind: 'checking', total: 3 }])
  expect(await running(bob)).toEqual([])
  await drain()
  expect(await running()).toEqual([])
  await alice.call(importRoutes.start, { params, body: { duplicates: 'skip' } })
  expect(await running(), 'the row with a problem is left out').toMatchObject([
    { ...listed, kind: 'importing', total: 2 },
  ])
  await alice.call(importRoutes.cancel, { params })
  expect(await running()).toEqual([])
})

test('opens and answers stand on their day, and tables are listed by the share that answered', async () => {
  const [table] = await query<{ id: string }>("select id from business_tables where name = 'Ovens'")
  const emails = Array.from({ length: 6 }, (_, n) => `person-${n}@oven.example`)
  for (const email of emails)
    await alice.call(prospectRoutes.create, { body: { email, business_table_id: table!.id } })
  const { id: campaign } = await writeCampaign(alice, emails)
  await startSend(alice, campaign)
  await drain()
  const now = clock.now().toISOString()
  // The first replied with images blocked; the last address turned out not to exist.
  await query(
    `update campaign_prospects set
       opened_at = case when email not in ($2, $4) then $1::timestamptz end,
       responded_at = case when email = $2 then $1::timestamptz end,
       bounced_at = case when email = $4 then $1::timestamptz end,
       email_status = case email when $2 then 'responded' when $4 then 'bounced' else 'opened' end
     where campaign_id = $3`,
    [now, emails[0], campaign, emails.at(-1)],
  )
  const { days, best_tables } = await overview()
  // Two had been sent to before.
  expect(days.at(-1)).toMatchObject({ sent: 8, delivered: 7, opened: 5, replied: 1, bounced: 1 })
  expect(best_tables).toMatchObject([{ name: 'Ovens', sent: 6, delivered: 5, replied: 1 }])
  const { counts } = (await alice.call(campaignRoutes.get, { params: { id: campaign } })).answer
  expect(counts, 'the campaign counts the same').toMatchObject({ sent: 6, opened: 5, responded: 1 })
})
