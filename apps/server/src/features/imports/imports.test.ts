import { type ImportKind, importRoutes } from '@goldpan/contract/imports'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { suggestMapping } from './imports.rules.ts'
import { importJob } from './imports.ts'

const { app, alice, bob, createCustomer, drain, query } = await startTestApp()

const bring = (text: string | Uint8Array<ArrayBuffer>, kind: ImportKind = 'prospects', who = alice) =>
  who.call(importRoutes.upload, { body: { kind }, file: new Blob([text]), fileName: 'contacts.csv' })

async function check(text: string, kind: ImportKind = 'prospects', who = alice, tableId?: string) {
  const { answer } = await bring(text, kind, who)
  const params = { id: answer.id }
  const body = { mapping: answer.mapping, business_table_id: tableId }
  await who.call(importRoutes.check, { params, body })
  await drain()
  return { params, job: (await who.call(importRoutes.get, { params })).answer }
}

async function importAll(
  params: { id: string },
  body: { duplicates: 'skip' | 'update'; table_name?: string },
  who = alice,
) {
  await who.call(importRoutes.start, { params, body })
  await drain()
  return (await who.call(importRoutes.get, { params })).answer
}

const rowsOf = async (params: { id: string }, who = alice) =>
  (await who.call(importRoutes.listRows, { params })).answer.map(({ line, state, problem }) => [
    line,
    state,
    problem,
  ])

const prospectsOf = async (text: string, who = alice) =>
  (await who.call(prospectRoutes.list, { query: { text, sort: 'email' } })).answer

test('a file of prospects is read, checked row by row and imported (BEYOND-04)', async () => {
  await alice.call(prospectRoutes.create, { body: { email: 'Known@mill.example', first_name: 'Kay' } })
  const file = [
    'E-Mail;Vorname;Nachname;Firma;Telefon;Status',
    'new@mill.example;Ada;Pan;Mill;0123;Contacted',
    'KNOWN@mill.example;Kay;Smith;;;',
    'not an address;Bo;;;;',
    'NEW@mill.example;Ada;Pan;;;',
    'odd@mill.example;;;;;sleeping',
    '',
    'salam@mill.example;"😀 <b>x</b>";‫שלום‬;;;',
  ].join('\r\n')
  const { params, job } = await check(file)
  expect(job).toMatchObject({
    status: 'checked',
    delimiter: ';',
    encoding: 'UTF-8',
    mapping: { email: 0, first_name: 1, last_name: 2, business_name: 3, phone: 4, status: 5 },
    progress: { total: 6 },
    counts: { ready: 2, duplicate: 1, repeated: 1, problem: 2 },
  })
  expect(await rowsOf(params)).toEqual([
    [2, 'ready', null],
    [3, 'duplicate', 'You have this prospect already'],
    [4, 'problem', 'Email: Please enter a valid email address'],
    [5, 'repeated', 'The same as in line 2'],
    [6, 'problem', 'Status: ‘sleeping’ is none of ours'],
    [8, 'ready', null],
  ])
  expect(await prospectsOf('new@mill')).toEqual([])
  const done = await importAll(params, { duplicates: 'skip' })
  expect(done).toMatchObject({
    status: 'completed',
    counts: { added: 2, skipped: 1, repeated: 1, problem: 2 },
  })
  const [ada] = await prospectsOf('new@mill')
  expect(ada).toMatchObject({ first_name: 'Ada', status: 'contacted', business: { name: 'Mill' } })
  expect((await prospectsOf('salam'))[0]?.first_name).toBe('😀 <b>x</b>')
  expect((await prospectsOf('known@mill'))[0]?.last_name).toBeNull()
})

test('what is known already can be filled in from the file instead of being left alone', async () => {
  const body = {
    email: 'fill@mill.example',
    first_name: 'Kay',
    notes: 'met once',
    status: 'responded' as const,
  }
  await alice.call(prospectRoutes.create, { body })
  const { params } = await check('email,last name,notes,status\nFILL@mill.example,Smith,,new\n')
  const done = await importAll(params, { duplicates: 'update' })
  expect(done.counts).toMatchObject({ updated: 1, added: 0 })
  const [kay] = await prospectsOf('fill@mill')
  expect(kay).toMatchObject({ first_name: 'Kay', last_name: 'Smith', notes: 'met once', status: 'responded' })
})

test('what was not imported is a file again, with the reason and formulas as text (BEYOND-04)', async () => {
  const { params } = await check('email,first name\n=cmd(),x\nok@error.example,y\n')
  await importAll(params, { duplicates: 'skip' })
  const { answer } = await alice.call(importRoutes.errorFile, { params })
  expect(await answer.text()).toBe(
    "line,problem,email,first name\r\n2,Email: Please enter a valid email address,'=cmd(),x\r\n",
  )
})

test('businesses are imported into a new table or one that is there; those it holds are told', async () => {
  const file =
    'Company;Street;Web;Phone\nMill;1 Mill Lane;mill.example;1\nForge;;forge.example;\nBakery;2 Main;;\n'
  const first = await check(file, 'businesses')
  expect(first.job.counts).toMatchObject({ ready: 2, problem: 1 })
  const nameless = await alice.call(importRoutes.start, {
    params: first.params,
    body: { duplicates: 'skip' },
  })
  expect(nameless.refusal.message).toBe('Please enter a table name')
  const done = await importAll(first.params, { duplicates: 'skip', table_name: 'From a file' })
  const tableId = done.business_table_id!
  const { answer } = await alice.call(tableRoutes.get, { params: { tableId } })
  expect(answer.businesses.map(({ name, website }) => [name, website])).toEqual([
    ['Mill', 'https://mill.example'],
    ['Bakery', null],
  ])
  const again = await check(
    'Company,Street,Web\nMILL,1 mill lane,new.example\nInn,3 Main,\n',
    'businesses',
    alice,
    tableId,
  )
  expect(again.job.counts).toMatchObject({ ready: 1, duplicate: 1 })
  await importAll(again.params, { duplicates: 'update' })
  const { answer: after } = await alice.call(tableRoutes.get, { params: { tableId } })
  expect(after.businesses.map(({ name, website }) => [name, website])).toEqual([
    ['Mill', 'https://new.example'],
    ['Bakery', null],
    ['Inn', null],
  ])
})

test('addresses that must not be written to are said so', async () => {
  const { app, drain: run, alice: ada } = await startTestApp()
  await app.features.suppressions.suppress(app.database.db, ada.id, {
    email: 'stop@mill.example',
    reason: 'unsubscribed',
    recipient_id: null,
  })
  const { answer } = await bring('email\nSTOP@mill.example\nfine@mill.example\n', 'prospects', ada)
  const params = { id: answer.id }
  await ada.call(importRoutes.check, { params, body: { mapping: { email: 0 } } })
  await run()
  expect((await ada.call(importRoutes.get, { params })).answer.suppressed).toBe(1)
  expect((await rowsOf(params, ada))[0]).toEqual([2, 'ready', 'On your list of addresses never to write to'])
})

test('a file that cannot be read is refused in words and leaves nothing behind', async () => {
  const cara = await createCustomer('Cara')
  const empty = await bring('', 'prospects', cara)
  expect([empty.status, empty.refusal.message]).toEqual([400, 'The file is empty.'])
  const open = await bring(`a,b\n${'x,y\n'.repeat(2500)}"open`, 'prospects', cara)
  expect(open.refusal.message).toContain('never closed')
  const picture = await bring(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'prospects', cara)
  expect(picture.status).toBe(400)
  const unmapped = await bring('x,y\n1,2\n', 'prospects', cara)
  const params = { id: unmapped.answer.id }
  const blind = await cara.call(importRoutes.check, { params, body: { mapping: {} } })
  expect(blind.refusal.message).toBe('Please say which column holds what is required')
  const beyond = await cara.call(importRoutes.check, { params, body: { mapping: { email: 9 } } })
  expect(beyond.status).toBe(400)
  const early = await cara.call(importRoutes.start, { params, body: { duplicates: 'skip' } })
  expect(early.status).toBe(409)
})

test('an import can be cancelled: what came in stays', async () => {
  const { params } = await check('email\ncancel@mill.example\n')
  await alice.call(importRoutes.start, { params, body: { duplicates: 'skip' } })
  const { answer } = await alice.call(importRoutes.cancel, { params })
  await drain()
  expect(answer.status).toBe('cancelled')
  expect(await prospectsOf('cancel@mill')).toEqual([])
})

test('thousands of rows go through in batches, each once, and again without a double', async () => {
  const lines = Array.from({ length: 3500 }, (_, n) => `p${n}@many.example,Person ${n}`).join('\n')
  const dora = await createCustomer('Dora')
  const first = await check(`email,name\n${lines}\n`, 'prospects', dora)
  expect(first.job.counts.ready).toBe(3500)
  expect((await importAll(first.params, { duplicates: 'skip' }, dora)).counts.added).toBe(3500)
  const again = await check(`email,name\n${lines}\n`, 'prospects', dora)
  expect(again.job.counts).toMatchObject({ ready: 0, duplicate: 3500 })
})

test('an import that breaks does not hold up those of others, and goes on when it can', async () => {
  const start = async (who: typeof alice, text: string) => {
    const { answer } = await bring(text, 'prospects', who)
    const params = { id: answer.id }
    await who.call(importRoutes.check, { params, body: { mapping: answer.mapping } })
    return params
  }
  const broken = await start(alice, 'email\nbroken@mill.example')
  const fine = await start(bob, 'email\nfine@mill.example')

  await query(`
    create function break_import() returns trigger language plpgsql as $$
    begin if new.cells::text like '%broken@%' then raise 'broken on purpose'; end if; return new; end $$;
    create trigger break_import before update on import_rows for each row execute function break_import()`)

  await expect(drain()).rejects.toThrow('Imports could not go on')

  expect((await bob.call(importRoutes.get, { params: fine })).answer.status).toBe('checked')
  expect((await alice.call(importRoutes.get, { params: broken })).answer.status).toBe('checking')
  await query('drop function break_import cascade')
  await app.ports.jobs.enqueue(app.database.db, importJob, {})
  await drain()
  expect((await alice.call(importRoutes.get, { params: broken })).answer.status).toBe('checked')
})

test('Bob cannot see, check, start or cancel an import of Alice (SESS-17)', async () => {
  const { answer } = await bring('email\neve@mill.example\n')
  const params = { id: answer.id }
  const answers = await Promise.all([
    bob.call(importRoutes.get, { params }),
    bob.call(importRoutes.check, { params, body: { mapping: { email: 0 } } }),
    bob.call(importRoutes.listRows, { params }),
    bob.call(importRoutes.start, { params, body: { duplicates: 'skip' } }),
    bob.call(importRoutes.cancel, { params }),
    bob.call(importRoutes.errorFile, { params }),
    bob.call(importRoutes.get, { params: { id: 'nonsense' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
  const { answer: table } = await bob.call(tableRoutes.create, {
    body: {
      name: 'x',
      query: '',
      businesses: [{ place_id: 'a', name: 'a', address: '', website: null, phone: null }],
    },
  })
  const body = { mapping: { email: 0 }, business_table_id: table.id }
  expect((await alice.call(importRoutes.check, { params, body })).status).toBe(404)
})

test('headings are understood in several languages', () => {
  expect(suggestMapping('prospects', ['Prénom', 'E-mail Address', 'Full Name', 'x'])).toEqual({
    first_name: 0,
    email: 1,
    full_name: 2,
  })
  expect(suggestMapping('businesses', ['Firma', 'Anschrift', 'Webseite'])).toEqual({
    name: 0,
    address: 1,
    website: 2,
  })
})
