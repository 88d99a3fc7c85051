import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, bob } = await startTestApp()

const found = (n: number) => ({
  place_id: `osm:node/${n}`,
  name: `Bakery ${n}`,
  address: `${n} Mill Lane`,
  website: null,
  phone: null,
})

async function saveTable(businesses = [found(1), found(2)]) {
  const { answer } = await alice.call(tableRoutes.create, {
    body: { name: 'Bakeries', query: 'bakery in vaduz', businesses },
  })
  return answer.id
}

test('saving results makes a table with its businesses (SEARCH-15, TABLE-07, TABLE-13)', async () => {
  const tableId = await saveTable()
  const { answer } = await alice.call(tableRoutes.get, { params: { tableId } })
  expect(answer).toMatchObject({ id: tableId, name: 'Bakeries', query: 'bakery in vaduz' })
  expect(answer.businesses.map(({ place_id }) => place_id)).toEqual(['osm:node/1', 'osm:node/2'])
})

test('a business needs no website and no phone; a table needs a business (SEARCH-13, SEARCH-15, TABLE-13)', async () => {
  const businesses = [{ place_id: 'osm:node/1', name: 'Mill', address: '1 Mill Lane' }]
  const saved = await alice.call(tableRoutes.create, { body: { name: 'Plain', query: 'mill', businesses } })
  const { answer } = await alice.call(tableRoutes.get, { params: { tableId: saved.answer.id } })
  expect(answer.businesses).toMatchObject([{ name: 'Mill', website: null, phone: null }])
  const body = { name: 'Plain', query: 'mill' } as unknown as { name: string; query: string; businesses: [] }
  const { status, refusal } = await alice.call(tableRoutes.create, { body })
  expect([status, refusal.message]).toEqual([400, 'Please select at least one business'])
})

test('the list of tables counts their businesses (TABLE-06)', async () => {
  const tableId = await saveTable([found(1), found(2), found(3)])
  const { answer } = await alice.call(tableRoutes.list)
  expect(answer.find(({ id }) => id === tableId)).toMatchObject({
    businesses: [{ count: 3 }],
    prospecting_status: null,
    last_prospecting_at: null,
  })
})

test('a business can be added, edited and deleted; its website gets https:// and its id is generated (TABLE-08, TABLE-09, TABLE-14, TABLE-17)', async () => {
  const tableId = await saveTable()
  const added = await alice.call(tableRoutes.addBusiness, {
    params: { tableId },
    body: { name: ' Corner Shop ', address: '1 High St', website: 'corner.example' },
  })
  expect(added.answer).toMatchObject({ name: 'Corner Shop', website: 'https://corner.example', notes: null })
  expect(added.answer.place_id).toMatch(/^manual-\d+-[0-9a-f]+$/)
  const params = { tableId, placeId: added.answer.place_id }
  const edited = await alice.call(tableRoutes.updateBusiness, {
    params,
    body: { name: 'Corner', address: '2 High St', notes: 'call first' },
  })
  expect(edited.answer).toMatchObject({
    name: 'Corner',
    address: '2 High St',
    website: null,
    notes: 'call first',
  })
  expect((await alice.call(tableRoutes.removeBusiness, { params })).status).toBe(200)
  expect((await alice.call(tableRoutes.removeBusiness, { params })).status).toBe(404)
})

test('found businesses are added to a table in order; those it holds stay as they are, and Bob cannot', async () => {
  const tableId = await saveTable()
  const params = { tableId }
  const businesses = [found(3), { ...found(1), name: 'Renamed' }, found(4)]
  const { answer } = await alice.call(tableRoutes.addBusinesses, { params, body: { businesses } })
  expect(answer).toEqual({ added: 2, known: 1 })
  const read = async () => (await alice.call(tableRoutes.get, { params })).answer.businesses
  expect((await read()).map(({ name }) => name)).toEqual(['Bakery 1', 'Bakery 2', 'Bakery 3', 'Bakery 4'])
  const { status } = await bob.call(tableRoutes.addBusinesses, { params, body: { businesses: [found(5)] } })
  expect(status).toBe(404)
  expect(await read()).toHaveLength(4)
})

test('a business of any table is found by its name or address, and Bob finds none of them', async () => {
  const { answer: mills } = await alice.call(tableRoutes.create, {
    body: { name: 'Mills', query: 'mill', businesses: [{ ...found(77), name: 'Zwickmühle' }] },
  })
  const find = async (text: string, who = alice) =>
    (await who.call(tableRoutes.findByName, { query: { text } })).answer
  const expected = { place_id: 'osm:node/77', name: 'Zwickmühle', address: '77 Mill Lane' }
  for (const text of ['zwick', 'ZWICKMÜHLE', '77 mill'])
    expect(await find(text)).toEqual([{ ...expected, table: { id: mills.id, name: 'Mills' } }])
  expect(await find(' ')).toEqual([])
  expect(await find('zwick', bob)).toEqual([])
})

test('a place id with slashes and colons is found in a path', async () => {
  const tableId = await saveTable()
  const params = { tableId, placeId: 'osm:node/1' }
  const { status } = await alice.call(tableRoutes.updateBusiness, {
    params,
    body: { name: 'New', address: 'Here' },
  })
  expect(status).toBe(200)
})

test('a business without name or address is refused, and so is a website that is no web address', async () => {
  const params = { tableId: await saveTable() }
  const blank = await alice.call(tableRoutes.addBusiness, { params, body: { name: ' ', address: 'x' } })
  expect(blank.refusal.message).toBe('Business name and address are required')
  for (const website of [
    'http:javascript alert',
    'ftp://a.example',
    'file:///a',
    'http://a.example/\r\nX: y',
    'mailto:x@a.example',
    'MAILTO:x@a.example',
    'tel:+4232330000',
    'tel:0423233',
    'javascript:alert(1)',
    'data:text/html,x',
    'x@a.example',
    'https://a.example@b.example/',
  ]) {
    const { status, refusal } = await alice.call(tableRoutes.addBusiness, {
      params,
      body: { name: 'A', address: 'B', website },
    })
    expect([status, refusal.message]).toEqual([400, 'Please enter a web address'])
  }
})

test('a name of which nothing can be seen is refused as a blank one', async () => {
  const params = { tableId: await saveTable() }
  for (const name of ['', ' ', '\u200b', '\u200e \u200f', '\ufeff\u2060', '\u3164', '\u2800', '\u00ad'])
    expect(
      (await alice.call(tableRoutes.addBusiness, { params, body: { name, address: 'x' } })).refusal.message,
      JSON.stringify(name),
    ).toBe('Business name and address are required')
})

test('what a found business gives as its website is kept if it is a web address, and else left out', async () => {
  const websites = {
    'https://a.example/': 'https://a.example/',
    'a.example': 'https://a.example',
    'javascript:alert(1)': null,
    'x@a.example': null,
    'call us': null,
    '': null,
  }
  const businesses = Object.keys(websites).map((website, n) => ({ ...found(n), website }))
  const { answer } = await alice.call(tableRoutes.create, { body: { name: 'Odd', query: 'x', businesses } })
  const table = await alice.call(tableRoutes.get, { params: { tableId: answer.id } })
  expect(table.answer.businesses.map(({ website }) => website)).toEqual(Object.values(websites))
})

test('a host with a port is completed as any other (TABLE-17)', async () => {
  const params = { tableId: await saveTable() }
  for (const website of ['a.example:8080', 'a.example:8080/menu', 'www.a.example/a:b'])
    expect(
      (await alice.call(tableRoutes.addBusiness, { params, body: { name: website, address: 'B', website } }))
        .answer.website,
    ).toBe(`https://${website}`)
})

test('deleting a table keeps its prospects without a table, unless they are to go too (TABLE-29, TABLE-30)', async () => {
  const prospectsOf = async () => (await alice.call(prospectRoutes.list)).answer
  for (const prospects of ['keep', 'delete'] as const) {
    const tableId = await saveTable()
    const email = `${prospects}@bakery.example`
    await alice.call(prospectRoutes.create, {
      body: { email, business_table_id: tableId, place_id: 'osm:node/1' },
    })
    await alice.call(tableRoutes.remove, { params: { tableId }, query: { prospects } })
    const left = (await prospectsOf()).filter((prospect) => prospect.email === email)
    expect(left.map(({ business_table }) => business_table)).toEqual(prospects === 'keep' ? [null] : [])
  }
})

test('names of any signs are kept as they are; of 10,000 letters they are refused in words', async () => {
  const odd = ['👩‍🏭 Ünïcode™', 'مخبز ‮الشرق', '<script>alert(1)</script>', 'O\'Neill \\ "Söhne"', '=1+1']
  const tableId = await saveTable(odd.map((name, n) => ({ ...found(n), name, address: name })))
  const { answer } = await alice.call(tableRoutes.get, { params: { tableId } })
  expect(answer.businesses.map(({ name }) => name)).toEqual(odd)
  const params = { tableId, placeId: 'osm:node/0' }
  const long = 'x'.repeat(10_000)
  for (const body of [
    { name: long, address: 'here' },
    { name: 'A', address: long },
    { name: 'A', address: 'B', notes: long.repeat(3) },
  ]) {
    const { status, refusal } = await alice.call(tableRoutes.updateBusiness, { params, body })
    expect([status, refusal.message]).toEqual([400, expect.stringMatching(/^Please keep this under/)])
  }
  const body = { name: long, query: 'x', businesses: [found(1)] }
  expect((await alice.call(tableRoutes.create, { body })).status).toBe(400)
})

test('a table is exported as CSV in which formulas are harmless (BEYOND-01)', async () => {
  const tableId = await saveTable([{ ...found(1), name: '=cmd()' }])
  const { answer } = await alice.call(tableRoutes.exportCsv, { params: { tableId } })
  expect(await answer.text()).toContain("'=cmd()")
})

test('Bob cannot see, change or delete a table of Alice (SESS-17)', async () => {
  const tableId = await saveTable()
  const params = { tableId }
  const business = { tableId, placeId: 'osm:node/1' }
  const body = { name: 'Mine', address: 'now' }
  const answers = await Promise.all([
    bob.call(tableRoutes.get, { params }),
    bob.call(tableRoutes.exportCsv, { params }),
    bob.call(tableRoutes.remove, { params, query: {} }),
    bob.call(tableRoutes.addBusiness, { params, body }),
    bob.call(tableRoutes.updateBusiness, { params: business, body }),
    bob.call(tableRoutes.removeBusiness, { params: business }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect((await bob.call(tableRoutes.list)).answer).toEqual([])
  expect((await alice.call(tableRoutes.get, { params })).answer.businesses).toHaveLength(2)
})
