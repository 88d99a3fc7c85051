import { prospectRoutes } from '@goldpan/contract/prospects'
import { removalRoutes } from '@goldpan/contract/removals'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, bob, app, clock, query } = await startTestApp()

const found = (n: number) => ({
  place_id: `osm:node/${n}`,
  name: `Bakery ${String.fromCharCode(97 + (n % 26))} ${n}`,
  address: `${n} Mill Lane`,
  website: null,
  phone: null,
})
const saved = await alice.call(tableRoutes.create, {
  body: { name: 'Bakeries', query: 'x', businesses: Array.from({ length: 130 }, (_, n) => found(n)) },
})
const params = { tableId: saved.answer.id }
await alice.call(prospectRoutes.create, {
  body: { email: 'a@b.example', business_table_id: params.tableId, place_id: 'osm:node/7' },
})

const get = (query: Record<string, unknown>, who = alice) =>
  who.call(tableRoutes.get, { params, query: query as never })

test.each(['added', 'name', 'address'])(
  'a table is read page by page, sorted by %s, each business once',
  async (sort) => {
    const ids: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { answer, headers } = await get({ sort, direction: 'descending', limit: 50, cursor })
      ids.push(...answer.businesses.map(({ place_id }) => place_id))
      if (headers['next-cursor'] === undefined) break
      cursor = String(headers['next-cursor'])
    }
    expect(new Set(ids).size).toBe(130)
  },
)

test('a filter narrows the businesses; the counts stay those of the whole table (TABLE-07)', async () => {
  const { answer, headers } = await get({ text: '12 MILL', limit: 10 })
  expect(answer.businesses.map(({ address }) => address)).toEqual(['12 Mill Lane', '112 Mill Lane'])
  expect(headers['total-count']).toBe('2')
  expect(answer).toMatchObject({ businesses_count: 130, prospects_count: 1 })
  const having = await get({ prospects: 'with' })
  expect(having.answer.businesses).toMatchObject([{ place_id: 'osm:node/7', prospects_count: 1 }])
  expect((await get({ prospects: 'without', limit: 1 })).headers['total-count']).toBe('129')
  const ids = await alice.call(tableRoutes.listPlaceIds, { params, query: { text: '12 mill' } })
  expect(ids.answer).toEqual(['osm:node/12', 'osm:node/112'])
  await query(`update businesses set website = 'https://b.example', gathering_outcome = 'found'
    where place_id in ('osm:node/3', 'osm:node/4')`)
  const narrowed = async (filter: Record<string, string>) => (await get(filter)).headers['total-count']
  expect(await narrowed({ website: 'with' })).toBe('2')
  expect(await narrowed({ website: 'without' })).toBe('128')
  expect(await narrowed({ outcome: 'found' })).toBe('2')
  expect(await narrowed({ outcome: 'parked' })).toBe('0')
})

test('what is filtered is what is exported (BEYOND-01)', async () => {
  const { answer } = await alice.call(tableRoutes.exportCsv, { params, query: { text: '12 mill' } })
  expect((await answer.text()).trim().split('\r\n')).toHaveLength(3)
})

test('a place in the table that was forged is refused', async () => {
  expect((await get({ limit: 10, cursor: 'WyJ4Il0' })).refusal.code).toBe('tables.bad_cursor')
})

test('Bob cannot read, list or delete businesses of Alice’s table, and she can delete many (SESS-17)', async () => {
  const selection = { filter: {}, except: ['osm:node/3'] }
  const before = (await get({})).answer.businesses.map(({ place_id }) => place_id)
  const answers = await Promise.all([
    get({ limit: 5 }, bob),
    bob.call(tableRoutes.listPlaceIds, { params }),
    bob.call(tableRoutes.removeBusinesses, { params, body: { selection } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  const some = await alice.call(tableRoutes.removeBusinesses, {
    params,
    body: { selection: { ids: ['osm:node/1', 'osm:node/2', 'osm:node/none'] } },
  })
  expect(some.answer.deleted).toBe(2)
  const most = await alice.call(tableRoutes.removeBusinesses, { params, body: { selection } })
  expect(most.answer.deleted).toBe(127)
  expect((await get({})).answer.businesses.map(({ place_id }) => place_id)).toEqual(['osm:node/3'])

  const restore = (undo: string | null, who = alice) =>
    who.call(removalRoutes.undo, { params: { removalId: undo ?? 'nothing' } })
  expect((await restore(most.answer.undo, bob)).status).toBe(404)
  expect((await restore(most.answer.undo)).answer).toEqual({ kind: 'businesses', restored: 127 })
  expect((await restore(most.answer.undo)).refusal.code).toBe('removals.not_found')
  const body = { place_id: 'osm:node/1', name: 'Again', address: '1 Mill Lane' }
  await alice.call(tableRoutes.addBusiness, { params, body: body as never })
  expect((await restore(some.answer.undo)).answer.restored, 'what was added again stays').toBe(1)
  const { businesses } = (await get({})).answer
  expect(businesses.map(({ place_id }) => place_id).slice(0, 3)).toEqual([before[0], before[2], before[3]])
  expect(businesses.find(({ place_id }) => place_id === 'osm:node/1')?.name).toBe('Again')
  expect(businesses).toHaveLength(130)
  const none = await alice.call(tableRoutes.removeBusinesses, {
    params,
    body: { selection: { ids: ['osm:node/none'] } },
  })
  expect(none.answer).toEqual({ deleted: 0, undo: null })
})

test('a removal can be taken back for a day and is forgotten then', async () => {
  const remove = (id: string) =>
    alice.call(tableRoutes.removeBusinesses, { params, body: { selection: { ids: [id] } } })
  const { undo } = (await remove('osm:node/5')).answer
  clock.set(new Date(clock.now().getTime() + 25 * 3_600_000).toISOString())
  await remove('osm:node/6')
  await app.features.removals.forgetOld()
  const kept = await query<{ place_id: string }>(
    "select contents->>'place_id' as place_id from removed_rows where held_by = 'businesses'",
  )
  expect(kept.map(({ place_id }) => place_id)).toEqual(['osm:node/6'])
  expect((await alice.call(removalRoutes.undo, { params: { removalId: undo! } })).status).toBe(404)
})
