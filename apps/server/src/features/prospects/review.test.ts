import { campaignRoutes } from '@goldpan/contract/campaigns'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { removalRoutes } from '@goldpan/contract/removals'
import { reviewRoutes } from '@goldpan/contract/review'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, bob, clock, drain, query } = await startTestApp()

let number = 0
/** A table with gathered prospects, `info@` at each host. */
async function gather(count: number) {
  number += 1
  const businesses = Array.from({ length: count }, (_, n) => ({
    place_id: `osm:node/${number}-${n}`,
    name: `Shop ${n}`,
    address: 'Main Street',
    phone: null,
    website: `https://shop${number}-${n}.example`,
  }))
  const table = await alice.call(tableRoutes.create, { body: { name: 'Shops', query: 'shop', businesses } })
  const businessIds = businesses.map(({ place_id }) => place_id)
  const start = async () => {
    await alice.call(gatheringRoutes.start, { body: { businessTableId: table.answer.id, businessIds } })
    await drain()
  }
  await start()
  return { tableId: table.answer.id, start }
}

const next = async (tableId: string) => (await alice.call(reviewRoutes.next, { params: { tableId } })).answer
const decide = (id: string, decision: 'keep' | 'delete') =>
  alice.call(reviewRoutes.decide, { params: { id }, body: { decision } })
const lookAgain = (id: string) => alice.call(reviewRoutes.undo, { params: { id } })
const remove = async (id: string) => (await decide(id, 'delete')).answer.undo!
const restore = (removalId: string) => alice.call(removalRoutes.undo, { params: { removalId } })

test('what was gathered is looked over once: the kept ones stay, the deleted ones go and do not come back', async () => {
  const { tableId, start } = await gather(3)
  const { prospects, remaining } = await next(tableId)
  expect([prospects.length, remaining]).toEqual([3, 3])
  expect(prospects[0]).toMatchObject({ source_snippet: expect.stringContaining('info@') })
  await decide(prospects[0]!.id, 'keep')
  await decide(prospects[1]!.id, 'delete')
  expect((await next(tableId)).prospects.map(({ id }) => id)).toEqual([prospects[2]!.id])
  await start()
  expect((await next(tableId)).remaining).toBe(1)
  const summary = await alice.call(gatheringRoutes.summary, { params: { tableId } })
  expect(summary.answer.to_review).toBe(1)
})

test('a decision can be taken back: a deleted prospect returns as it was', async () => {
  const { tableId, start } = await gather(2)
  const [kept, deleted] = (await next(tableId)).prospects
  expect((await decide(kept!.id, 'keep')).answer).toEqual({ undo: null })
  const undo = await remove(deleted!.id)
  expect((await restore(undo)).answer).toEqual({ kind: 'prospects', restored: 1 })
  expect((await lookAgain(kept!.id)).answer).toEqual(kept)
  expect((await next(tableId)).prospects).toEqual([kept, deleted])
  await start()
  expect((await next(tableId)).remaining).toBe(2)
})

test('all above a confidence are kept at once and put back at once; the kept ones can be listed', async () => {
  const { tableId } = await gather(4)
  const [sure, exact, doubtful, decided] = (await next(tableId)).prospects
  const rate = (id: string, confidence: number) =>
    query('update prospects set confidence = $2 where id = $1', [id, confidence])
  for (const { id } of [sure!, decided!]) await rate(id, 0.9)
  await rate(exact!.id, 0.8)
  await rate(doubtful!.id, 0.5)
  await decide(decided!.id, 'keep')
  clock.advance(1000)
  const params = { tableId }
  const listKept = async () => {
    const { answer } = await alice.call(prospectRoutes.list, { query: { table: tableId, review: 'kept' } })
    return answer.map(({ id }) => id).toSorted()
  }
  const { answer } = await alice.call(reviewRoutes.keepAbove, { params, body: { confidence: 0.8 } })
  expect(answer.kept).toBe(1)
  expect(await next(tableId)).toMatchObject({
    prospects: [{ id: exact!.id }, { id: doubtful!.id }],
    remaining: 2,
    kept: 2,
  })
  expect(await listKept()).toEqual([sure!.id, decided!.id].toSorted())

  const { kept_at } = answer
  const restored = await alice.call(reviewRoutes.undoKeepAbove, { params, body: { kept_at } })
  expect(restored.answer).toEqual({ restored: 1 })
  expect(await listKept()).toEqual([decided!.id])
  expect((await alice.call(tableRoutes.list)).answer.find(({ id }) => id === tableId)?.to_review).toBe(3)
})

test('a deleted prospect comes back with its history and into its campaigns', async () => {
  const { tableId } = await gather(1)
  const [prospect] = (await next(tableId)).prospects
  const params = { id: prospect!.id }
  await alice.call(prospectRoutes.patch, { params, body: { status: 'contacted' } })
  const campaign = await alice.call(campaignRoutes.create, {
    body: { name: 'Spring', marketing_copy: 'We repair ovens.' },
  })
  const inCampaign = { params: { id: campaign.answer.id } }
  await alice.call(campaignRoutes.addProspects, { ...inCampaign, body: { prospects: [prospect!.id] } })
  const before = await query('select * from prospect_events where prospect_id = $1', [prospect!.id])
  const undo = await remove(prospect!.id)
  expect(await query('select * from campaign_prospects where prospect_id = $1', [prospect!.id])).toEqual([])
  await restore(undo)
  expect(before).toHaveLength(1)
  expect(await query('select * from prospect_events where prospect_id = $1', [prospect!.id])).toEqual(before)
  expect(
    await query('select campaign_id from campaign_prospects where prospect_id = $1', [prospect!.id]),
  ).toEqual([{ campaign_id: campaign.answer.id }])
})

test('a deletion is taken back although its table is gone, and not where the address is there again', async () => {
  const { tableId } = await gather(2)
  const [one, two] = (await next(tableId)).prospects
  const [first, second] = [await remove(one!.id), await remove(two!.id)]
  await alice.call(prospectRoutes.create, { body: { email: two!.email, place_id: two!.place_id } })
  expect((await restore(second)).answer.restored).toBe(0)
  await alice.call(tableRoutes.remove, { params: { tableId }, query: {} })
  expect((await restore(first)).answer.restored).toBe(1)
  const { answer } = await alice.call(prospectRoutes.list, { query: { text: one!.email } })
  expect(answer).toMatchObject([{ email: one!.email, business_table_id: null }])
})

test('Bob cannot review what Alice gathered, nor bring it back', async () => {
  const { tableId } = await gather(2)
  const [one, two] = (await next(tableId)).prospects
  const removalId = await remove(one!.id)
  const answers = await Promise.all([
    bob.call(reviewRoutes.next, { params: { tableId } }),
    bob.call(reviewRoutes.keepAbove, { params: { tableId }, body: { confidence: 0 } }),
    bob.call(reviewRoutes.undoKeepAbove, {
      params: { tableId },
      body: { kept_at: new Date().toISOString() },
    }),
    bob.call(reviewRoutes.decide, { params: { id: two!.id }, body: { decision: 'delete' } }),
    bob.call(reviewRoutes.decide, { params: { id: two!.id }, body: { decision: 'keep' } }),
    bob.call(removalRoutes.undo, { params: { removalId } }),
    bob.call(reviewRoutes.undo, { params: { id: two!.id } }),
    bob.call(gatheringRoutes.summary, { params: { tableId } }),
    bob.call(gatheringRoutes.retry, { params: { tableId } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 410, 404, 404])
  expect((await next(tableId)).remaining).toBe(1)
})
