import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, bob, app } = await startTestApp()

const business = { place_id: 'osm:node/9', name: 'Mill', address: '9 Mill Lane', website: null, phone: null }
const saved = await alice.call(tableRoutes.create, {
  body: { name: 'Mills', query: 'mill', businesses: [business] },
})
const business_table_id = saved.answer.id

test('a prospect is created as new, with its business and table (PROS-10, PROS-11, PROS-19, PROS-24)', async () => {
  const body = {
    email: 'Ada@Mill.example',
    first_name: 'Ada',
    phone: null,
    business_table_id,
    place_id: business.place_id,
  }
  const { answer } = await alice.call(prospectRoutes.create, { body })
  expect(answer).toMatchObject({
    email: 'Ada@Mill.example',
    status: 'new',
    business_table: { name: 'Mills' },
    business: { name: 'Mill' },
    last_contact: null,
  })
  const list = await alice.call(prospectRoutes.listOfBusiness, {
    params: { placeId: business.place_id },
    query: {},
  })
  expect(list.answer.map(({ id }) => id)).toEqual([answer.id])
})

test('a company is free text or the name of the selected business, and can be changed', async () => {
  const free = { email: 'free@mill.example', business_name: 'Rivers & Sons' }
  const { answer } = await alice.call(prospectRoutes.create, { body: free })
  expect(answer).toMatchObject({ business: { name: 'Rivers & Sons' }, business_table: null })
  const chosen = { email: 'chosen@mill.example', business_table_id, place_id: business.place_id }
  expect((await alice.call(prospectRoutes.create, { body: chosen })).answer.business).toEqual({
    name: 'Mill',
  })
  const params = { id: answer.id }
  const form = { email: answer.email, status: 'new' as const }
  const kept = await alice.call(prospectRoutes.update, { params, body: form })
  expect(kept.answer.business, 'a form without the field leaves it').toEqual({ name: 'Rivers & Sons' })
  const changed = await alice.call(prospectRoutes.update, { params, body: { ...form, business_name: '' } })
  expect(changed.answer.business).toBeNull()
})

test('a prospect without a business may have empty texts for optional fields (PROS-19)', async () => {
  const body = { email: 'open@mill.example', first_name: '', phone: '', business_table_id: '', place_id: '' }
  const { answer } = await alice.call(prospectRoutes.create, { body })
  expect(answer).toMatchObject({ status: 'new', phone: null, business_table: null, place_id: null })
})

test('the same address at the same business is refused in any case (PROS-34)', async () => {
  const body = { email: 'ADA@mill.EXAMPLE', business_table_id, place_id: business.place_id }
  expect((await alice.call(prospectRoutes.create, { body })).status).toBe(409)
  expect((await bob.call(prospectRoutes.create, { body: { email: 'ADA@mill.EXAMPLE' } })).status).toBe(200)
})

test('addresses are stored without invisible characters and in punycode, so each spelling is one prospect', async () => {
  const create = (email: string) => alice.call(prospectRoutes.create, { body: { email } })
  expect((await create('\u200bd1@slate.example')).answer).toMatchObject({ email: 'd1@slate.example' })
  expect((await create('d2@Größe.example')).answer).toMatchObject({ email: 'd2@xn--gre-6ka8i.example' })
  expect((await create('D2@xn--gre-6ka8i.example')).status).toBe(409)
})

test.each(['d..3@slate.example', 'd4@-slate.example', 'bö@slate.example', 'b%o@slate.example'])(
  '%s can never receive mail and is refused',
  async (email) => {
    expect((await alice.call(prospectRoutes.create, { body: { email } })).status).toBe(400)
  },
)

test('a prospect can be updated as a whole and in part (PROS-21, PROS-22)', async () => {
  const { answer } = await alice.call(prospectRoutes.create, {
    body: { email: 'ben@mill.example', notes: 'met at the fair' },
  })
  const params = { id: answer.id }
  const updated = await alice.call(prospectRoutes.update, {
    params,
    body: { email: 'ben@mill.example', first_name: 'Ben', status: 'converted' },
  })
  expect(updated.answer).toMatchObject({ first_name: 'Ben', status: 'converted', notes: null })
  const patched = await alice.call(prospectRoutes.patch, { params, body: { title: 'Miller' } })
  expect(patched.answer).toMatchObject({ first_name: 'Ben', title: 'Miller', status: 'converted' })
})

test('gathering adds new prospects, keeps edited ones and never restores deleted ones (GATHER-26, GATHER-27)', async () => {
  const { prospects } = app.features
  const contact = (email: string, first_name: string | null) => ({
    email,
    first_name,
    last_name: null,
    phone: null,
    title: null,
    source_url: 'https://mill.example/',
    source_method: 'mailto',
    source_snippet: '',
    found_at: '2026-03-02T09:00:00.000Z',
    confidence: 0.9,
    no_solicitation: false,
  })
  const place = { table_id: business_table_id, place_id: 'osm:node/9', name: 'Mill' }
  const gather = async () => {
    const found = [contact('cy@mill.example', 'Cy'), contact('dee@mill.example', 'Dee')]
    const { kept, added } = await app.features.prospects.addGathered(appDb, alice.id, place, found)
    return { kept: kept.map(({ email }) => email), added }
  }
  expect(await gather()).toEqual({ kept: ['cy@mill.example', 'dee@mill.example'], added: 2 })
  const byEmail = async (email: string) =>
    (await prospects.list(alice.id, {})).answer.find((prospect) => prospect.email === email)
  await prospects.patch(alice.id, (await byEmail('cy@mill.example'))!.id, { first_name: 'Cyrus' })
  await prospects.remove(alice.id, (await byEmail('dee@mill.example'))!.id)
  expect(await gather()).toEqual({ kept: ['cy@mill.example'], added: 0 })
  expect(await byEmail('cy@mill.example')).toMatchObject({ first_name: 'Cyrus' })
  expect(await byEmail('dee@mill.example')).toBeUndefined()
})

const appDb = app.database.db

test('names with any characters are kept unchanged; too long ones are refused', async () => {
  const odd = '👩‍🏭 <b>مخبز</b> ‮ =cmd|'
  const body = { email: 'odd@signs.example', first_name: odd, last_name: "O'Neill", notes: `${odd}\n` }
  const { status, answer } = await alice.call(prospectRoutes.create, { body })
  expect([status, answer.first_name, answer.last_name]).toEqual([200, odd, "O'Neill"])
  expect(answer.notes).toBe(`${odd}\n`)
  for (const fields of [
    { first_name: 'x'.repeat(10_000) },
    { notes: 'x'.repeat(30_000) },
    { email: `${'x'.repeat(10_000)}@a.example` },
  ]) {
    const refused = await alice.call(prospectRoutes.create, {
      body: { ...body, email: 'next@signs.example', ...fields },
    })
    expect(refused.status).toBe(400)
  }
})

test('prospects are exported as CSV (BEYOND-02)', async () => {
  const { answer } = await alice.call(prospectRoutes.exportCsv)
  expect(await answer.text()).toContain('ben@mill.example')
})

test('Bob cannot read, change or delete a prospect of Alice (SESS-17)', async () => {
  const { answer } = await alice.call(prospectRoutes.create, { body: { email: 'eve@mill.example' } })
  const params = { id: answer.id }
  const answers = await Promise.all([
    bob.call(prospectRoutes.update, { params, body: { email: 'x@y.example', status: 'new' } }),
    bob.call(prospectRoutes.patch, { params, body: { title: 'x' } }),
    bob.call(prospectRoutes.remove, { params }),
    bob.call(prospectRoutes.create, {
      body: { email: 'x@y.example', business_table_id, place_id: 'osm:node/9' },
    }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})
