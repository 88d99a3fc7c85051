import { readFile } from 'node:fs/promises'
import { type ImportKind, importRoutes } from '@goldpan/contract/imports'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readRow, suggestMapping } from './imports.rules.ts'
import { importJob } from './imports.ts'

const { app, alice, bob, clock, createCustomer, drain, query } = await startTestApp()

const upload = (text: string | Uint8Array<ArrayBuffer>, kind: ImportKind = 'prospects', who = alice) =>
  who.call(importRoutes.upload, { body: { kind }, file: new Blob([text]), fileName: 'contacts.csv' })

async function check(text: string, kind: ImportKind = 'prospects', who = alice, tableId?: string) {
  const { answer } = await upload(text, kind, who)
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
    [3, 'duplicate', 'You already have this prospect'],
    [4, 'problem', 'Email: Please enter a valid email address'],
    [5, 'repeated', 'The same as in line 2'],
    [6, 'problem', 'Status: ‘sleeping’ is not a known status'],
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

test('known prospects can be updated from the file instead of being left alone', async () => {
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

test('rows that were not imported can be exported, with the reason and formulas as text (BEYOND-04)', async () => {
  const { params } = await check('email,first name\n=cmd(),x\nok@error.example,y\n')
  await importAll(params, { duplicates: 'skip' })
  const { answer } = await alice.call(importRoutes.errorFile, { params })
  expect(await answer.text()).toBe(
    "line,problem,email,first name\r\n2,Email: Please enter a valid email address,'=cmd(),x\r\n",
  )
})

test('businesses are imported into a new or an existing table, and known ones are reported', async () => {
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

test('suppressed addresses are marked', async () => {
  const { app, drain: run, alice: ada } = await startTestApp()
  await app.features.suppressions.suppress(app.database.db, ada.id, {
    email: 'stop@mill.example',
    reason: 'unsubscribed',
    recipient_id: null,
  })
  const { answer } = await upload('email\nSTOP@mill.example\nfine@mill.example\n', 'prospects', ada)
  const params = { id: answer.id }
  await ada.call(importRoutes.check, { params, body: { mapping: { email: 0 } } })
  await run()
  expect((await ada.call(importRoutes.get, { params })).answer.suppressed).toBe(1)
  expect((await rowsOf(params, ada))[0]).toEqual([2, 'ready', 'On your do-not-contact list'])
})

test('an unreadable file is refused with a message and leaves nothing behind', async () => {
  const cara = await createCustomer('Cara')
  const empty = await upload('', 'prospects', cara)
  expect([empty.status, empty.refusal.message]).toEqual([400, 'The file is empty.'])
  const open = await upload('"a,b\nx,y\n', 'prospects', cara)
  expect(open.refusal.message).toBe('A quotation mark opened in line 1 is never closed.')
  const picture = await upload(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'prospects', cara)
  expect(picture.status).toBe(400)
  const unmapped = await upload('x,y\n1,2\n', 'prospects', cara)
  const params = { id: unmapped.answer.id }
  const blind = await cara.call(importRoutes.check, { params, body: { mapping: {} } })
  expect(blind.refusal.message).toBe('Please choose a column for every required field')
  const beyond = await cara.call(importRoutes.check, { params, body: { mapping: { email: 9 } } })
  expect(beyond.status).toBe(400)
  const early = await cara.call(importRoutes.start, { params, body: { duplicates: 'skip' } })
  expect(early.status).toBe(409)
})

test('a cancelled import keeps what was imported', async () => {
  const { params } = await check('email\ncancel@mill.example\n')
  await alice.call(importRoutes.start, { params, body: { duplicates: 'skip' } })
  const { answer } = await alice.call(importRoutes.cancel, { params })
  await drain()
  expect(answer.status).toBe('cancelled')
  expect(await prospectsOf('cancel@mill')).toEqual([])
})

test('thousands of rows are imported in batches, each once, and importing again adds none', async () => {
  const lines = Array.from({ length: 3500 }, (_, n) => `p${n}@many.example,Person ${n}`).join('\n')
  const dora = await createCustomer('Dora')
  const first = await check(`email,name\n${lines}\n`, 'prospects', dora)
  expect(first.job.counts.ready).toBe(3500)
  expect((await importAll(first.params, { duplicates: 'skip' }, dora)).counts.added).toBe(3500)
  const again = await check(`email,name\n${lines}\n`, 'prospects', dora)
  expect(again.job.counts).toMatchObject({ ready: 0, duplicate: 3500 })
})

test('a failing import does not hold up others, and continues when it can', async () => {
  const start = async (who: typeof alice, text: string) => {
    const { answer } = await upload(text, 'prospects', who)
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
  const { answer } = await upload('email\neve@mill.example\n')
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

const mapped = (headings: string) => {
  const columns = headings.split(',')
  const mapping = suggestMapping('prospects', columns)
  return Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, columns[column]]))
}

test.each([
  [
    'Google Contacts',
    'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Formatted,Website 1 - Value',
    [
      'First Name',
      'Last Name',
      'E-mail 1 - Value',
      'Organization Title',
      'Phone 1 - Value',
      'Organization Name',
      'Notes',
    ],
  ],
  [
    'Google Contacts before 2024',
    'Name,Given Name,Additional Name,Family Name,Yomi Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title,Notes',
    [
      'Given Name',
      'Family Name',
      'E-mail 1 - Value',
      'Organization 1 - Title',
      'Phone 1 - Value',
      'Organization 1 - Name',
      'Notes',
    ],
  ],
  [
    'Google Contacts in German',
    'Vorname,Zweiter Vorname,Nachname,Name der Organisation,Titel der Organisation,Notizen,E-Mail 1 – Label,E-Mail 1 – Wert,Telefon 1 – Label,Telefon 1 – Wert',
    [
      'Vorname',
      'Nachname',
      'E-Mail 1 – Wert',
      'Titel der Organisation',
      'Telefon 1 – Wert',
      'Name der Organisation',
      'Notizen',
    ],
  ],
  [
    'Apple Contacts in French',
    'Prénom,Nom de famille,Société,Fonction,Téléphone (mobile),Téléphone (iPhone),E-mail (travail),E-mail (domicile),Remarques',
    [
      'Prénom',
      'Nom de famille',
      'E-mail (travail)',
      'Fonction',
      'Téléphone (mobile)',
      'Société',
      'Remarques',
    ],
  ],
  [
    'Thunderbird in German',
    'Vorname,Nachname,Anzeigename,Spitzname,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse,Messenger-Name,Tel. dienstlich,Tel. privat,Mobil-Tel.-Nr.,Titel,Abteilung,Organisation,Notizen',
    ['Vorname', 'Nachname', 'Primäre E-Mail-Adresse', 'Titel', 'Tel. dienstlich', 'Organisation', 'Notizen'],
  ],
  [
    'Outlook',
    'Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business City,Business State,Business Fax,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Notes,Web Page',
    ['First Name', 'Last Name', 'E-mail Address', 'Job Title', 'Business Phone', 'Company', 'Notes'],
  ],
  [
    'Outlook in German',
    'Anrede,Vorname,Weitere Vornamen,Nachname,Suffix,Firma,Abteilung,Position,Straße geschäftlich,Ort geschäftlich,Fax geschäftlich,Telefon geschäftlich,Telefon (privat),Mobiltelefon,E-Mail-Adresse,E-Mail-Typ,E-Mail: Angezeigter Name,Notizen,Webseite',
    ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Position', 'Telefon geschäftlich', 'Firma', 'Notizen'],
  ],
  [
    'Outlook in French',
    'Civilité,Prénom,Deuxième prénom,Nom,Suffixe,Société,Service,Titre,Rue (bureau),Télécopie (bureau),Téléphone (bureau),Téléphone (domicile),Adresse de messagerie,Type de messagerie,Notes',
    ['Prénom', 'Nom', 'Adresse de messagerie', 'Titre', 'Téléphone (bureau)', 'Société', 'Notes'],
  ],
  [
    'Outlook in Spanish',
    'Tratamiento,Nombre,Segundo nombre,Apellidos,Sufijo,Organización,Departamento,Puesto,Teléfono del trabajo,Móvil,Dirección de correo electrónico,Notas',
    [
      'Nombre',
      'Apellidos',
      'Dirección de correo electrónico',
      'Puesto',
      'Teléfono del trabajo',
      'Organización',
      'Notas',
    ],
  ],
  [
    'Outlook in Italian',
    'Nome,Secondo nome,Cognome,Società,Reparto,Posizione,Telefono (uff.),Cellulare,Indirizzo posta elettronica,Note',
    ['Nome', 'Cognome', 'Indirizzo posta elettronica', 'Posizione', 'Telefono (uff.)', 'Società', 'Note'],
  ],
  [
    'Thunderbird',
    'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Work Phone,Home Phone,Mobile Number,Job Title,Department,Organization,Notes',
    ['First Name', 'Last Name', 'Primary Email', 'Job Title', 'Work Phone', 'Organization', 'Notes'],
  ],
  [
    'HubSpot',
    'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Job Title,Associated Company',
    ['First Name', 'Last Name', 'Email', 'Job Title', 'Phone Number', 'Associated Company', undefined],
  ],
])('the columns of %s are mapped automatically', (_program, columns, expected) => {
  const { first_name, last_name, email, title, phone, business_name, notes } = mapped(columns)
  expect([first_name, last_name, email, title, phone, business_name, notes]).toEqual(expected)
})

test('a column called just a name is the full name, unless there is a column for a part of it', () => {
  expect(mapped('Name,Email')).toEqual({ full_name: 'Name', email: 'Email' })
  expect(mapped('Name,Vorname,E-Mail')).toEqual({ last_name: 'Name', first_name: 'Vorname', email: 'E-Mail' })
  expect(mapped('Nombre,Apellidos,Correo')).toEqual({
    first_name: 'Nombre',
    last_name: 'Apellidos',
    email: 'Correo',
  })
})

test('headings of businesses are recognised in several languages', () => {
  expect(suggestMapping('businesses', ['Firma', 'Anschrift', 'Webseite'])).toEqual({
    name: 0,
    address: 1,
    website: 2,
  })
  expect(suggestMapping('businesses', ['Name', 'Business Phone', 'Adresse'])).toEqual({
    name: 0,
    phone: 1,
    address: 2,
  })
})

const fixture = (name: string) => readFile(new URL(`fixtures/${name}.csv`, import.meta.url))

const namesOf = (prospects: Awaited<ReturnType<typeof prospectsOf>>) =>
  prospects.map(({ first_name, last_name }) => [first_name, last_name])

/** Uploads a file for a new customer, then checks and imports it with the suggested mapping. */
async function importFile(name: string, content: Uint8Array | string, encoding?: string) {
  const who = await createCustomer(name)
  const { answer: read } = await upload(new Uint8Array(Buffer.from(content)), 'prospects', who)
  const params = { id: read.id }
  await who.call(importRoutes.check, { params, body: { mapping: read.mapping, encoding } })
  await drain()
  const rows = await rowsOf(params, who)
  const done = await importAll(params, { duplicates: 'skip' }, who)
  return { who, params, read, rows, done, prospects: await prospectsOf('', who) }
}

test('rows with unescaped quotation marks are read as they stand', async () => {
  const { prospects } = await importFile('Quinn', await fixture('01-quotes'))
  expect(prospects.map(({ first_name, notes }) => [first_name, notes])).toEqual([
    ['Ada', 'a board of 4" by 2"'],
    ['Bo', 'says "yes, gladly"'],
    ['Cy, Jr.', 'fine'],
  ])
})

test('a row whose cells can’t be told apart is a problem, and all others are imported', async () => {
  const broken = '"4" board", 2 pcs",b@x.example'
  const { rows, prospects, params, who } = await importFile(
    'Rita',
    `Notes,Email\nfine,a@x.example\n${broken}\nfine,c@x.example\n"open,d@x.example\n`,
  )
  expect(rows).toEqual([
    [2, 'ready', null],
    [3, 'problem', 'The quotation marks in line 3 do not show where its cells end'],
    [4, 'ready', null],
    [5, 'problem', 'A quotation mark opened in line 5 is never closed'],
  ])
  expect(prospects.map(({ email }) => email)).toEqual(['a@x.example', 'c@x.example'])
  const { answer } = await who.call(importRoutes.errorFile, { params })
  expect(await answer.text()).toContain(broken.replaceAll('"', '""'))
})

test('names are split like the crawler’s; too many cells and spoilt values are problems', async () => {
  const { prospects, rows } = await importFile('Sam', await fixture('02-cells-and-names'))
  expect(namesOf(prospects)).toEqual([
    ['Kim', 'Stone'],
    ['Kim', 'van der Stone'],
  ])
  expect(rows.slice(2)).toEqual([
    [4, 'problem', 'This row has 6 cells for 3 headings'],
    [5, 'problem', 'Phone: ‘2.05551E+9’ was rounded by a spreadsheet. Please format the column as text'],
  ])
})

test.each([
  ['Holm, Eva', 'Eva', 'Holm'],
  ['Dr. Eva van den Berg', 'Eva', 'van den Berg'],
  ['van den Berg, Eva', 'Eva', 'van den Berg'],
  ['van den Berg', null, 'van den Berg'],
  ['Abebe, Tsehay', 'Tsehay', 'Abebe'],
  ['García López, Tsehay', 'Tsehay', 'García López'],
  ['Kim Stone, CEO', 'Kim', 'Stone'],
  ['Smith, Jr.', 'Smith', null],
  ['Eva', 'Eva', null],
  ['Sales & Service', 'Sales & Service', null],
])('the name %j is %j and %j', (full_name, first_name, last_name) => {
  const job = { kind: 'prospects', mapping: { email: 0, full_name: 1 }, columns: ['a', 'b'] } as const
  const read = readRow({ ...job, columns: ['a', 'b'] }, { cells: ['a@x.example', full_name], fault: null })
  expect(read).toMatchObject({ value: { first_name, last_name } })
})

test.each(['4.1E+11', '4,1e+11', '+4.1 E+11', '#NAME?', '#¿NOMBRE?', '#WERT!', '#N/A', '########'])(
  'the phone %s is a problem',
  (phone) => {
    const source = { kind: 'prospects' as const, mapping: { email: 0, phone: 1 }, columns: ['a', 'b'] }
    expect(readRow(source, { cells: ['a@x.example', phone], fault: null })).toHaveProperty('problem')
  },
)

test('one invalid byte spoils one letter, and is reported', async () => {
  const { prospects, rows, read } = await importFile('Tom', await fixture('03-one-wrong-byte'))
  expect(read).toMatchObject({ encoding: 'UTF-8', encoding_uncertain: false })
  expect(prospects.map(({ first_name }) => first_name)).toEqual(['Åsa', 'Ren\ufffd', 'Zoë'])
  expect(rows[1]).toEqual([3, 'ready', 'A character could not be read'])
})

test('a file in Windows-1250 keeps its letters', async () => {
  const { prospects, read } = await importFile('Uma', await fixture('04-windows-1250'))
  expect(read).toMatchObject({
    encoding: 'Windows-1250',
    encoding_examples: ['Łukasz', 'Wójcik', 'Živa', 'Horváth'],
  })
  expect(namesOf(prospects)).toEqual([
    ['Łukasz', 'Wójcik'],
    ['Živa', 'Horváth'],
  ])
})

test('an unclear encoding is reported, and the user can choose another', async () => {
  const file = iconv.encode('Email,Name\nwang@slate.example,王伟\n', 'gbk')
  const { prospects, read, params, who } = await importFile('Vera', file, 'gb2312')
  expect(read.encoding_uncertain).toBe(true)
  expect(namesOf(prospects)).toEqual([['伟', '王']])
  const { answer } = await who.call(importRoutes.get, { params })
  expect(answer).toMatchObject({ encoding: 'gbk', encoding_uncertain: false, encoding_examples: ['王伟'] })
})

test('reading a file again keeps the mapping and maps headings that were unreadable', async () => {
  const who = await createCustomer('Will')
  const file = iconv.encode('Email,Prénom,x,Société\nlea@slate.example,Léa,Noël,Été\n', 'ibm850')
  const { answer: read } = await upload(new Uint8Array(file), 'prospects', who)
  const params = { id: read.id }
  const reread = (encoding: string) => who.call(importRoutes.reread, { params, body: { encoding } })
  await reread('koi8-r')
  const mapping = { email: 0, last_name: 2 }
  await who.call(importRoutes.check, { params, body: { mapping } })
  await drain()
  const { answer } = await reread('IBM850')
  expect(answer).toMatchObject({
    status: 'read',
    encoding: 'ibm850',
    columns: ['Email', 'Prénom', 'x', 'Société'],
    mapping: { email: 0, first_name: 1, last_name: 2, business_name: 3 },
    sample: [['lea@slate.example', 'Léa', 'Noël', 'Été']],
    counts: { unread: 1 },
  })
  expect((await reread('cp850')).answer.encoding_uncertain).toBe(false)
  expect((await reread('klingon')).refusal.message).toBe('This encoding is not known')
  const asUtf16 = await reread('utf-16le')
  expect(asUtf16.status).toBe(400)
  expect((await who.call(importRoutes.get, { params })).answer).toEqual(answer)
  expect((await bob.call(importRoutes.reread, { params, body: { encoding: 'utf-8' } })).status).toBe(404)
})

test('the bytes of the two newest files are kept until the import starts or is cancelled', async () => {
  const who = await createCustomer('Xena')
  const kept = async () =>
    (
      await query<{ import_id: string }>(
        'select import_id from import_files where owner_id = $1 order by id',
        [who.id],
      )
    ).map(({ import_id }) => import_id)
  const ids: string[] = []
  for (const letter of ['a', 'b', 'c']) {
    const { answer } = await upload(`email\n${letter}@kept.example\n`, 'prospects', who)
    ids.push(answer.id)
    clock.advance(1000)
  }
  expect(await kept()).toEqual(ids.slice(1))
  const reread = await who.call(importRoutes.reread, { params: { id: ids[0]! }, body: { encoding: 'big5' } })
  expect(reread.refusal.message).toBe('This file is no longer stored. Please choose it again.')
  for (const id of ids.slice(1)) {
    await who.call(importRoutes.check, { params: { id }, body: { mapping: { email: 0 } } })
    if (id === ids[1]) await who.call(importRoutes.cancel, { params: { id } })
    await drain()
  }
  expect(await kept()).toEqual(ids.slice(2))
  await importAll({ id: ids[2]! }, { duplicates: 'skip' }, who)
  expect(await kept()).toEqual([])
})

test.each([
  ['05-sep-line', { delimiter: ';', columns: ['Email', 'First name'] }],
  ['06-lines-above', { delimiter: ';', columns: ['Email', 'First name', 'Last name'] }],
  [
    '07-headings-with-commas',
    { delimiter: ';', columns: ['Name, given', 'Email, work'], mapping: { first_name: 0, email: 1 } },
  ],
  [
    '08-google-contacts',
    { mapping: { first_name: 0, last_name: 1, business_name: 2, title: 3, email: 5, phone: 6 } },
  ],
])('%s is read with its delimiter, headings and columns', async (name, expected) => {
  const { answer } = await upload(
    new Uint8Array(await fixture(name)),
    'prospects',
    await createCustomer(name),
  )
  expect(answer).toMatchObject(expected)
  expect(answer.progress.total).toBe(1)
})

test('addresses are stored in deliverable form or are problems', async () => {
  const { prospects, rows } = await importFile('Yves', await fixture('09-addresses'))
  expect(prospects.map(({ email }) => email)).toEqual([
    'd1@slate.example',
    'd2@xn--schiefer-gre-v9a53a.example',
  ])
  expect(rows.slice(2).map(([line, state]) => [line, state])).toEqual([
    [4, 'problem'],
    [5, 'problem'],
  ])
})

test('importing an export changes nothing', async () => {
  const who = await createCustomer('Zora')
  const notes = [
    '-20 % agreed',
    '+ a board',
    '=1+1',
    '@home',
    "'-quoted",
    "'plain",
    ' \n"two"\nlines; ',
    'a, b',
    '\tx',
  ]
  for (const [n, text] of notes.entries())
    await who.call(prospectRoutes.create, {
      body: {
        email: `z${n}@zora.example`,
        first_name: 'Zoë, Jr.',
        title: '"Boss"',
        phone: '+41 44 000',
        notes: text,
      },
    })
  const { answer: table } = await who.call(tableRoutes.create, {
    body: {
      name: 'Two',
      query: '',
      businesses: ['a', 'b'].map((id) => ({
        place_id: id,
        name: id,
        address: '1 Lane',
        website: null,
        phone: null,
      })),
    },
  })
  for (const place_id of ['a', 'b'])
    await who.call(prospectRoutes.create, {
      body: { email: 'both@zora.example', notes: place_id, business_table_id: table.id, place_id },
    })
  const read = async () => await query('select * from prospects where owner_id = $1 order by id', [who.id])
  const before = await read()
  const { answer: file } = await who.call(prospectRoutes.exportCsv, { query: {} })
  const { params, job } = await check(await file.text(), 'prospects', who)
  expect(job.counts).toMatchObject({ duplicate: notes.length + 1, repeated: 1, problem: 0 })
  const done = await importAll(params, { duplicates: 'update' }, who)
  expect(done.counts).toMatchObject({ updated: 0, added: 0 })
  expect(await read()).toEqual(before)
})

test('importing a table’s export into it changes nothing', async () => {
  const who = await createCustomer('Zeno')
  const business = { address: '1 Lane', website: 'http://a.example/x', phone: '044 000' }
  const { answer: table } = await who.call(tableRoutes.create, {
    body: {
      name: 'Chain',
      query: '',
      businesses: [
        { ...business, place_id: 'a', name: '-Inn' },
        { ...business, place_id: 'b', name: 'Twin', phone: '1' },
        { ...business, place_id: 'c', name: 'Twin', phone: '2' },
      ],
    },
  })
  const read = async () => await query('select * from businesses where table_id = $1 order by id', [table.id])
  const before = await read()
  const { answer: file } = await who.call(tableRoutes.exportCsv, { params: { tableId: table.id }, query: {} })
  const { params, job } = await check(await file.text(), 'businesses', who, table.id)
  expect(job.counts).toMatchObject({ duplicate: 2, repeated: 1, problem: 0 })
  await importAll(params, { duplicates: 'update' }, who)
  expect(await read()).toEqual(before)
})
