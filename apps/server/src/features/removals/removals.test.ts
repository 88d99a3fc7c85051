import { activityRoutes } from '@goldpan/contract/activity'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { removalRoutes } from '@goldpan/contract/removals'
import { tableRoutes } from '@goldpan/contract/tables'
import { trackingRoutes } from '@goldpan/contract/tracking'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import {
  readCampaign,
  readJob,
  readStatuses,
  startSend,
  writeCampaign,
} from '../../../test/written-campaign.ts'
import { createFakeMail } from '../../providers/mail/fake.ts'

const mail = createFakeMail()
/** Runs while a message is handed over. */
let duringHandOver: (() => Promise<void>) | null = null
const { alice, bob, visitor, app, drain, clock, query } = await startTestApp({
  ports: {
    mail: {
      ...mail,
      async handOver(message, options) {
        const result = await mail.handOver(message, options)
        const happens = duringHandOver
        duringHandOver = null
        await happens?.()
        return result
      },
    },
  },
})

const sentTo = (email: string) => mail.accepted.filter(({ envelope }) => envelope.to === email)
const undo = (removalId: string | null, who = alice) =>
  who.call(removalRoutes.undo, { params: { removalId: removalId! } })
const removeCampaign = async (id: string) =>
  (await alice.call(campaignRoutes.delete, { params: { id } })).answer.undo

/** All rows of an owner in these tables. */
async function rowsOf(...tables: string[]) {
  const found: Record<string, unknown[]> = {}
  for (const table of tables)
    found[table] = (
      await query<{ contents: unknown }>(
        `select to_jsonb(t) as contents from ${table} t where owner_id = $1 order by to_jsonb(t)::text`,
        [alice.id],
      )
    ).map(({ contents }) => contents)
  return found
}

const found = (n: number) => ({
  place_id: `osm:node/${n}`,
  name: `Bakery ${n}`,
  address: `${n} Main Street`,
  phone: null,
  website: `https://bakery${n}.example`,
})

async function saveTable(count = 2): Promise<string> {
  const businesses = Array.from({ length: count }, (_, n) => found(n))
  const body = { name: 'Bakeries', query: 'bakery in Goldwater', businesses }
  return (await alice.call(tableRoutes.create, { body })).answer.id
}

test('a deleted prospect is gone, and comes back with its history and its place in campaigns', async () => {
  const { id, prospects, emails } = await writeCampaign(alice, 2)
  const params = { id: prospects[0]! }
  await alice.call(prospectRoutes.patch, { params, body: { status: 'contacted', notes: 'Likes rye' } })
  const kept = ['prospects', 'prospect_events', 'campaign_prospects', 'deleted_prospects']
  const before = await rowsOf(...kept)
  const { answer } = await alice.call(prospectRoutes.remove, { params })
  expect((await alice.call(activityRoutes.list, { params })).status).toBe(404)
  // Opening the campaign drops recipients whose prospect is deleted.
  expect(Object.keys(await readStatuses(alice, id))).toEqual([emails[1]])
  expect((await undo(answer.undo)).answer).toEqual({ kind: 'prospects', restored: 1 })
  expect(await rowsOf(...kept)).toEqual(before)
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'generated', [emails[1]!]: 'generated' })
})

test('many prospects come back at once; one that was added again meanwhile stays as it is', async () => {
  const ids: string[] = []
  for (const n of [1, 2, 3])
    ids.push(
      (await alice.call(prospectRoutes.create, { body: { email: `ned-${n}@mill.example` } })).answer.id,
    )
  const selection = { filter: { text: 'ned-' }, except: [] }
  const { answer } = await alice.call(prospectRoutes.removeMany, { body: { selection } })
  expect(answer.deleted).toBe(3)
  const again = { email: 'ned-2@mill.example', notes: 'Added anew' }
  const { answer: anew } = await alice.call(prospectRoutes.create, { body: again })
  expect((await undo(answer.undo)).answer.restored).toBe(2)
  const { answer: now } = await alice.call(prospectRoutes.list, { query: { text: 'ned-', sort: 'email' } })
  expect(now.map(({ id }) => id)).toEqual([ids[0], anew.id, ids[2]])
  expect((await undo(answer.undo)).refusal.message).toBe('This can no longer be undone')
})

test('gathering may find again whom a deletion that was taken back had ruled out', async () => {
  const tableId = await saveTable(1)
  const body = { email: 'pat@bakery0.example', business_table_id: tableId, place_id: 'osm:node/0' }
  const { answer: added } = await alice.call(prospectRoutes.create, { body })
  const { answer } = await alice.call(prospectRoutes.remove, { params: { id: added.id } })
  const ruledOut = () => query('select 1 from deleted_prospects where place_id = $1', ['osm:node/0'])
  expect(await ruledOut()).toHaveLength(1)
  await undo(answer.undo)
  expect(await ruledOut()).toEqual([])
})

const ofTables = [
  'business_tables',
  'businesses',
  'gathering_jobs',
  'gathering_items',
  'imports',
  'prospects',
]

test.each(['keep', 'delete'] as const)(
  'a deleted table comes back with its businesses, jobs and prospects (prospects: %s)',
  async (choice) => {
    const tableId = await saveTable()
    for (const n of [0, 1]) {
      const body = { email: `${choice}${n}@b.example`, business_table_id: tableId, place_id: `osm:node/${n}` }
      await alice.call(prospectRoutes.create, { body })
    }
    const businessIds = ['osm:node/0', 'osm:node/1']
    await alice.call(gatheringRoutes.start, { body: { businessTableId: tableId, businessIds } })
    await drain()
    const removed = await alice.call(tableRoutes.removeBusiness, {
      params: { tableId, placeId: 'osm:node/1' },
    })
    const params = { tableId }
    const shown = (await alice.call(tableRoutes.get, { params })).answer
    const before = await rowsOf(...ofTables)
    const { answer } = await alice.call(tableRoutes.remove, { params, query: { prospects: choice } })
    expect((await alice.call(tableRoutes.get, { params })).status).toBe(404)
    expect((await undo(removed.answer.undo)).status, 'its table is gone').toBe(404)
    expect((await undo(answer.undo)).answer).toEqual({ kind: 'table', restored: 1 })
    expect(await rowsOf(...ofTables)).toEqual(before)
    expect((await alice.call(tableRoutes.get, { params })).answer).toEqual(shown)
    expect((await undo(removed.answer.undo)).answer).toEqual({ kind: 'businesses', restored: 1 })
  },
)

test('a removed business comes back to its place, with what gathering said of it', async () => {
  const tableId = await saveTable()
  const businessIds = ['osm:node/0', 'osm:node/1']
  await alice.call(gatheringRoutes.start, { body: { businessTableId: tableId, businessIds } })
  await drain()
  const before = await rowsOf('businesses', 'gathering_items')
  const params = { tableId, placeId: 'osm:node/0' }
  const { answer } = await alice.call(tableRoutes.removeBusiness, { params })
  expect((await undo(answer.undo, bob)).status).toBe(404)
  expect((await undo(answer.undo)).answer).toEqual({ kind: 'businesses', restored: 1 })
  expect(await rowsOf('businesses', 'gathering_items')).toEqual(before)
})

test('gathering that was under way in a deleted table does not go on when the table is back', async () => {
  const tableId = await saveTable()
  const businessIds = ['osm:node/0', 'osm:node/1']
  const body = { businessTableId: tableId, businessIds }
  const { answer: job } = await alice.call(gatheringRoutes.start, { body })
  const { answer } = await alice.call(tableRoutes.remove, { params: { tableId }, query: {} })
  await undo(answer.undo)
  await drain()
  const { answer: status } = await alice.call(gatheringRoutes.status, { params: { jobId: job.job_id } })
  expect(status).toMatchObject({ status: 'cancelled', progress: { total: 2, processed: 0 } })
  expect((await alice.call(gatheringRoutes.start, { body })).status).toBe(200)
})

const ofCampaigns = [
  'campaigns',
  'campaign_prospects',
  'send_jobs',
  'recipients',
  'send_attempts',
  'tracking_events',
  'campaign_tracking_choices',
  'sending_pauses',
  'generations',
  'prospects',
  'usage_entries',
]

test('a deleted campaign comes back with recipients, messages, figures and choices', async () => {
  const { id } = await writeCampaign(alice, 3)
  await alice.call(trackingRoutes.setCampaign, { params: { id }, body: { opens: true, clicks: false } })
  await startSend(alice, id)
  await drain()
  const [tables, shown] = [await existing(ofCampaigns), await readCampaign(alice, id)]
  const before = await rowsOf(...tables)
  const params = { id }
  const removal = await removeCampaign(id)
  expect((await alice.call(campaignRoutes.get, { params, query: {} })).status).toBe(404)
  expect((await undo(removal)).answer).toEqual({ kind: 'campaign', restored: 1 })
  expect(await rowsOf(...tables)).toEqual(before)
  expect(await readCampaign(alice, id)).toEqual(shown)
})

const existing = async (names: string[]) =>
  (
    await query<{ table_name: string }>(
      "select table_name from information_schema.columns where column_name = 'owner_id' and table_name = any($1)",
      [names],
    )
  ).map(({ table_name }) => table_name)

test('a campaign that is deleted while it sends stops, is paid back, and rests when it is back', async () => {
  const { id, emails } = await writeCampaign(alice, 3)
  const { answer: started } = await startSend(alice, id)
  const removal = await removeCampaign(id)
  await undo(removal)
  await drain()
  expect(emails.flatMap(sentTo)).toEqual([])
  const job = await readJob(alice, started.job_id)
  expect(job).toMatchObject({ status: 'cancelled', progress: { total: 3, success: 0 } })
  expect((await readCampaign(alice, id)).status).toBe('paused')
  await startSend(alice, id)
  await drain()
  expect(emails.map((email) => sentTo(email).length)).toEqual([1, 1, 1])
})

test('a message that left while its campaign was deleted is not sent again after the undo', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  let removal: string | null = null
  duringHandOver = async () => {
    removal = await removeCampaign(id)
  }
  await startSend(alice, id)
  await drain()
  expect(sentTo(emails[0]!)).toHaveLength(1)
  await undo(removal)
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'sent' })
  expect((await startSend(alice, id)).refusal.message).toBeDefined()
  await drain()
  expect(sentTo(emails[0]!)).toHaveLength(1)
})

test('nor one that is on its way while its campaign is deleted and brought back', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  duringHandOver = async () => void (await undo(await removeCampaign(id)))
  await startSend(alice, id)
  await drain()
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'sent' })
  expect(sentTo(emails[0]!)).toHaveLength(1)
})

test('nor one to a prospect who was deleted and brought back while it left', async () => {
  const { id, emails, prospects } = await writeCampaign(alice, 1)
  let removal: string | null = null
  duringHandOver = async () => {
    removal = (await alice.call(prospectRoutes.remove, { params: { id: prospects[0]! } })).answer.undo
    await readCampaign(alice, id)
  }
  await startSend(alice, id)
  await drain()
  await undo(removal)
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'sent' })
  await startSend(alice, id)
  await drain()
  expect(sentTo(emails[0]!)).toHaveLength(1)
})

test('an unsubscription while the campaign was deleted holds after the undo', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  await startSend(alice, id)
  await drain()
  const removal = await removeCampaign(id)
  clock.advance(1000)
  const link = /https?:\/\/\S+\/unsubscribe\?token=([\w.~-]+)/.exec(
    sentTo(emails[0]!)[0]!.raw.toString().replace(/=\r\n/g, '').replaceAll('=3D', '='),
  )
  const { status } = await visitor.call(trackingRoutes.unsubscribe, { body: { token: link![1]! } })
  expect(status).toBe(200)
  await undo(removal)
  expect(await readStatuses(alice, id)).toEqual({ [emails[0]!]: 'unsubscribed' })
})

test('Bob cannot take back what Alice deleted (SESS-17)', async () => {
  const { id } = await writeCampaign(alice, 1)
  const removal = await removeCampaign(id)
  expect((await undo(removal, bob)).status).toBe(404)
  expect((await undo('nothing')).status).toBe(404)
  expect((await undo(removal)).status).toBe(200)
})

test('what was deleted is kept for a day, and no longer', async () => {
  const removals = [await removeCampaign((await writeCampaign(alice, 1)).id)]
  clock.advance(23 * 60 * 60_000)
  removals.push(await removeCampaign((await writeCampaign(alice, 1)).id))
  clock.advance(2 * 60 * 60_000)
  await app.features.removals.forgetOld()
  expect((await undo(removals[0]!)).status).toBe(404)
  expect((await undo(removals[1]!)).status).toBe(200)
})

test('more than is kept is deleted all the same, and nobody is offered an undo', async () => {
  const { answer: added } = await alice.call(prospectRoutes.create, { body: { email: 'much@mill.example' } })
  const params = { id: added.id }
  await query(
    `insert into prospect_events (owner_id, prospect_id, kind, at)
     select $1, $2, 'email_generated', now() from generate_series(1, 100000)`,
    [alice.id, added.id],
  )
  const { answer } = await alice.call(prospectRoutes.remove, { params })
  expect(answer.undo).toBeNull()
  expect((await alice.call(prospectRoutes.patch, { params, body: {} })).status).toBe(404)
  expect(await query('select 1 from removals where id not in (select removal_id from removed_rows)')).toEqual(
    [],
  )
})

test('of many deletions the newest are kept, up to what one account may hold', async () => {
  const removals: (string | null)[] = []
  for (let n = 0; n < 4; n++) {
    clock.advance(1000)
    removals.push(await removeCampaign((await writeCampaign(alice, 1)).id))
    await query('update removals set bytes = 60 * 1024 * 1024 where id = $1', [removals[n]])
  }
  const statuses = await Promise.all(removals.map(async (id) => (await undo(id)).status))
  expect(statuses).toEqual([404, 200, 200, 200])
})
