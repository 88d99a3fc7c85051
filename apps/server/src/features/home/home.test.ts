import { buildReply } from '@goldpan/campaign-mail/samples'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { homeRoutes } from '@goldpan/contract/home'
import { importRoutes } from '@goldpan/contract/imports'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { alice, app, bob, clock, drain, mail, query, visitor } = await startTestApp()

const overview = async (who = alice) => (await who.call(homeRoutes.overview)).answer

test('a new account has all four steps open and thirty empty days', async () => {
  const { steps, days, best_tables, replies_waiting, waiting, sample } = await overview()
  expect(steps).toEqual({ found: false, gathered: false, written: false, sent: false })
  expect(days).toHaveLength(30)
  expect(days.at(-1)?.day).toBe(clock.now().toISOString().slice(0, 10))
  expect(days.every(({ sent, opened, replied }) => sent + opened + replied === 0)).toBe(true)
  expect(sample, 'without the demo town').toBeNull()
  expect([best_tables, replies_waiting, waiting]).toEqual([[], 0, []])
})

test('with the demo town, a search that finds something is suggested', async () => {
  const demo = await startTestApp({ environment: { DEMO: 'on' } })
  expect((await overview(demo.alice)).sample).toEqual({ keywords: 'bakery', location: 'Goldwater' })
})

test('the steps follow the user’s progress, and Bob sees nothing of it', async () => {
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

test('running gathering is listed with its table and progress', async () => {
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

test('a running check or import of a file is listed with its progress', async () => {
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

test('opens and replies count on their day, and tables are ranked by reply rate', async () => {
  const [table] = await query<{ id: string }>("select id from business_tables where name = 'Ovens'")
  const emails = Array.from({ length: 6 }, (_, n) => `person-${n}@oven.example`)
  for (const email of emails)
    await alice.call(prospectRoutes.create, { body: { email, business_table_id: table!.id } })
  const { id: campaign } = await writeCampaign(alice, emails)
  await startSend(alice, campaign)
  await drain()
  const now = clock.now().toISOString()
  // The first replied with images blocked; the last address doesn't exist.
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
  // Two had been mailed before.
  expect(days.at(-1)).toMatchObject({ sent: 8, delivered: 7, opened: 5, replied: 1, bounced: 1 })
  expect(best_tables).toMatchObject([{ name: 'Ovens', sent: 6, delivered: 5, replied: 1 }])
  const { counts } = (await alice.call(campaignRoutes.get, { params: { id: campaign } })).answer
  expect(counts, 'the campaign counts the same').toMatchObject({ sent: 6, opened: 5, responded: 1 })
})

test('the people who wait are those with open conversations, the newest first (INBOX-05)', async () => {
  const { id: campaign, emails } = await writeCampaign(bob, ['cora@oven.example', 'dan@oven.example'])
  await startSend(bob, campaign)
  await drain()
  await query("update prospects set first_name = 'Cora', business_name = 'Mill' where email = $1", [
    emails[0],
  ])
  for (const email of emails) {
    clock.advance(1000)
    await answer(email, `First line of ${email}\nand the second`)
  }
  const { id: own } = (await bob.call(inboxRoutes.addLabel, { body: { name: 'Hot' } })).answer
  await query('update conversations set chosen_label = $1 where email = $2', [own, emails[0]])
  const waiting = (await overview(bob)).waiting
  expect(waiting).toMatchObject([
    { email: emails[1], excerpt: `First line of ${emails[1]}`, label: 'other', label_name: 'Other' },
    {
      email: emails[0],
      first_name: 'Cora',
      company: 'Mill',
      subject: expect.stringMatching(/^Re: /),
      label_name: 'Hot',
    },
  ])
  const [newest] = await query('select newest_id as id from conversations where email = $1', [emails[1]])
  expect(waiting[0]!.id).toBe(newest!.id)
  expect((await overview(bob)).replies_waiting).toBe(2)
  await query("update conversations set state = 'done', unread = false where email = $1", [emails[1]])
  expect(await overview(bob)).toMatchObject({ replies_waiting: 1, waiting: [{ email: emails[0] }] })
  expect((await overview()).waiting).toEqual([])
})

async function answer(email: string, text: string) {
  const { raw, envelope } = mail.accepted.findLast((message) => message.envelope.to === email)!
  const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
  const from = { name: 'Rita', address: email }
  const to = (await PostalMime.parse(raw)).from!.address!
  await app.features.replies.receive({
    raw: await buildReply({ original, date: clock.now(), from, text }),
    envelope: { from: email, to: [to] },
  })
  await drain()
}
