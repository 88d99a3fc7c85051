import { accountRoutes, DELETE_WORD } from '@goldpan/contract/accounts'
import { answeringRoutes } from '@goldpan/contract/answering'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { supportRoutes } from '@goldpan/contract/support'
import { tableRoutes } from '@goldpan/contract/tables'
import { unzipSync } from 'fflate'
import pg from 'pg'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { receiveMail } from '../../../test/conversations.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { listOwnedTables } from '../../db/owned-rows.store.ts'

const testApp = await startTestApp()
const { app, alice, bob, createCustomer, drain, mail, query } = testApp

async function download(customer: Customer) {
  const { status, answer, headers } = await customer.call(accountRoutes.downloadData)
  expect(status).toBe(200)
  const files = unzipSync(new Uint8Array(await (answer as Blob).arrayBuffer()))
  const read = (name: string) => new TextDecoder().decode(files[name])
  return { names: Object.keys(files), files, headers, read, json: (name: string) => JSON.parse(read(name)) }
}

const oven = {
  place_id: 'osm:node/1',
  name: '=Oven, "Hot"',
  address: 'Goldwater',
  website: null,
  phone: null,
}

async function addTable(customer: Customer, name: string) {
  const { answer } = await customer.call(tableRoutes.create, {
    body: {
      name,
      query: 'bakery',
      businesses: [oven],
    },
  })
  return answer
}

async function addScreenshot(customer: Customer) {
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const body = { title: 'Look', description: 'Here', type: 'bug', priority: 'low' } as const
  await customer.call(supportRoutes.send, { body, file: new Blob([new Uint8Array(picture)]) })
}

const remove = (customer: Customer, confirmation: string = DELETE_WORD) =>
  customer.call(accountRoutes.deleteAccount, { body: { confirmation: confirmation as typeof DELETE_WORD } })

test('a user downloads everything stored about them, as JSON and CSV, with images (SET-14)', async () => {
  await addTable(alice, 'Bakeries')
  await addScreenshot(alice)
  const { names, headers, read, json } = await download(alice)
  expect(headers['content-disposition']).toContain('goldpan-data-2026-03-02.zip')
  for (const { name } of listOwnedTables(alice.id))
    expect(names).toEqual(expect.arrayContaining([`json/${name}.json`, `csv/${name}.csv`]))
  expect(json('json/users.json')).toMatchObject([{ first_name: 'Alice', email: alice.email }])
  expect(json('json/business_tables.json')).toMatchObject([{ name: 'Bakeries' }])
  expect(read('csv/businesses.csv')).toContain(`"'=Oven, ""Hot"""`)
  expect(names.filter((name) => name.startsWith('files/screenshots/'))).toHaveLength(1)
})

test('the download has no secrets and no data of others: Bob cannot read what is Alice’s', async () => {
  const { names, read } = await download(bob)
  const all = names
    .filter((name) => !name.startsWith('files/'))
    .map(read)
    .join('\n')
  expect(all).not.toContain('Bakeries')
  expect(all).not.toContain(alice.email)
  expect(all).not.toContain('password_hash')
  expect(all).not.toContain('token_hash')
})

test('an organization’s rows are in its owner’s download under its name, and in no other member’s', async () => {
  const [ada, max] = [await createCustomer('Ada'), await createCustomer('Max')]
  const create = { body: { name: 'Pans & Söhne ../' } }
  const { id } = (await ada.call(organizationRoutes.create, create)).answer
  await query(
    `insert into organization_members (organization_id, user_id, role, joined_at)
     values ($1, $2, 'admin', now())`,
    [id, max.id],
  )
  await ada.call(organizationRoutes.switchTo, { body: { id } })
  await addTable(ada, 'Pans everywhere')

  const folder = `organizations/Pans-Söhne-${id.slice(0, 8)}`
  const { json, names } = await download(ada)
  expect(json(`${folder}/json/business_tables.json`)).toMatchObject([{ name: 'Pans everywhere' }])
  expect(json('json/business_tables.json')).toEqual([])
  expect(names).not.toContain(`${folder}/json/users.json`)
  expect((await download(max)).names.filter((name) => name.startsWith('organizations/'))).toEqual([])
})

test('large mail and long lists are read for the download in small pieces (SET-14)', async () => {
  const rita = await createCustomer('Rita')
  // Two-byte characters at odd offsets, so that pieces are cut within one.
  const raw = `="Subject": x\r\n${'ä'.repeat(1_300_000)}"`
  await query(
    `insert into inbound_messages (owner_id, envelope_to, raw, raw_hash, received_at)
     select $1, 'r@reply.example', convert_to($2, 'utf8'), n::text, now() from generate_series(1, 3) n`,
    [rita.id, raw],
  )
  await query(
    `insert into deleted_prospects (owner_id, place_id, email_hash, deleted_at)
     select $1, repeat('p', 3000) || n, 'h', now() from generate_series(1, 1200) n`,
    [rita.id],
  )
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const { json, read } = await download(rita)
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<pg.QueryResult>))
  asked.mockRestore()
  const sizes = answers.map((answer) => sizeOf((answer?.rows ?? []).flatMap((row) => Object.values(row))))
  expect(Math.max(...sizes)).toBeLessThan(1.5 * 2 ** 20)

  expect(json('json/inbound_messages.json').map((row: { raw: string }) => row.raw)).toEqual([raw, raw, raw])
  expect(read('csv/inbound_messages.csv')).toContain(`,"'=""Subject"": x\r\nä`)
  const places = json('json/deleted_prospects.json').map((row: { place_id: string }) => row.place_id)
  expect([places.length, new Set(places).size]).toEqual([1200, 1200])
}, 120_000)

const sizeOf = (values: unknown[]): number =>
  values
    .map((value) => (Buffer.isBuffer(value) ? value.length : String(value).length))
    .reduce((sum, size) => sum + size, 0)

test('every table of the database with an owner is part of the download', async () => {
  const owned = await query<{ table_name: string }>(
    `select distinct table_name from information_schema.columns
     where table_schema = 'public' and column_name in ('owner_id', 'user_id')
       -- Months are read by their table.
       and not exists (select from pg_inherits where inhrelid = quote_ident(table_name)::regclass)`,
  )
  // Of the last seconds, computed from the others, and a job's place.
  const left = ['conversation_presence', 'conversation_words', 'text_moves']
  const known = [...left, ...listOwnedTables(alice.id).map(({ name }) => name)]
  expect(new Set(known).size, 'left out').toBe(known.length)
  expect(known).toEqual(expect.arrayContaining(owned.map((row) => row.table_name)))
})

test('an account is only deleted with the typed word', async () => {
  const { status, refusal } = await remove(bob, 'delete')
  expect([status, refusal.message]).toEqual([400, 'Please type DELETE to confirm'])
  expect((await bob.call(accountRoutes.getProfile)).status).toBe(200)
})

test('deleting an account ends sessions and jobs immediately and erases everything but payments (SET-15)', async () => {
  const gone = await createCustomer('Gone')
  const table = await addTable(gone, 'Gone bakeries')
  await addScreenshot(gone)
  const [shot] = await query<{ screenshot_key: string }>(
    'select screenshot_key from support_requests where owner_id = $1',
    [gone.id],
  )
  await gone.call(gatheringRoutes.start, {
    body: { businessTableId: table.id, businessIds: [oven.place_id] },
  })
  await app.database.db.transaction((tx) =>
    app.features.usage.addTokens(tx, gone.id, {
      cause: 'payment:9',
      tokens: 50,
      kind: 'purchase',
      paymentId: 'pay_9',
    }),
  )
  const other = await app.features.sessions.start(app.database.db, gone.id, 'another browser')

  expect((await remove(gone)).status).toBe(200)
  expect((await gone.call(accountRoutes.getProfile)).status).toBe(401)
  expect(await app.features.sessions.findUser(other)).toBeNull()
  const jobs = await query('select status from gathering_jobs where owner_id = $1', [gone.id])
  expect(jobs).toEqual([{ status: 'cancelled' }])
  expect((await app.features.accounts.findUser(app.database.db, gone.id))?.email).toBeUndefined()

  await drain()
  for (const { name } of listOwnedTables(gone.id)) {
    // Outlives the account, without its address.
    if (name === 'operator_acts') continue
    const column =
      name === 'users'
        ? 'id'
        : ['sessions', 'account_tokens', 'organization_members'].includes(name)
          ? 'user_id'
          : 'owner_id'
    expect([name, await query(`select 1 from ${name} where ${column} = $1`, [gone.id])]).toEqual([name, []])
  }
  expect(await app.ports.files.get(shot!.screenshot_key)).toBeNull()
  expect(await query('select payment_id, tokens from kept_payments')).toEqual([
    { payment_id: 'pay_9', tokens: 50 },
  ])
  const last = mail.accepted.filter(({ envelope }) => envelope.to === gone.email).at(-1)
  expect(last?.raw.toString()).toContain('Your Goldpan account is deleted')
})

test('an account that is not being deleted is never erased, and erasing twice does no harm', async () => {
  await app.features.ownData.erase(bob.id)
  expect((await bob.call(accountRoutes.getProfile)).status).toBe(200)
  const twice = await createCustomer('Twice')
  await Promise.all([remove(twice), remove(twice)])
  await drain()
  await app.features.ownData.erase(twice.id)
  expect(await query('select 1 from users where id = $1', [twice.id])).toEqual([])
})

test('the inbox is in the download, and gone with the account (INBOX-45)', async () => {
  const nia = await createCustomer('Nia')
  const id = await receiveMail(testApp, nia, { email: 'writer@shop.example', label: 'question' })
  const params = { id }
  await nia.call(inboxRoutes.addNote, { params, body: { text: 'A note of hers' } })
  const { answer: label } = await nia.call(inboxRoutes.addLabel, { body: { name: 'A label of hers' } })
  await nia.call(inboxRoutes.change, { body: { selection: { ids: [id] }, label: label.id, state: 'done' } })
  await nia.call(answeringRoutes.saveDraft, { params, body: { text: 'A draft of hers', version: 0 } })
  await nia.call(answeringRoutes.addSavedReply, { body: { name: 'Thanks', text: 'A saved reply of hers' } })

  const { json } = await download(nia)
  expect(json('json/conversations.json')).toMatchObject([
    { email: 'writer@shop.example', state: 'done', auto_label: 'question', chosen_label: label.id },
  ])
  expect(json('json/conversation_notes.json')).toMatchObject([{ text: 'A note of hers' }])
  expect(json('json/reply_labels.json')).toMatchObject([{ name: 'A label of hers' }])
  expect(json('json/answer_drafts.json')).toMatchObject([{ text: 'A draft of hers' }])
  expect(json('json/saved_replies.json')).toMatchObject([{ text: 'A saved reply of hers' }])
  expect(json('json/conversation_change_rows.json')).toHaveLength(1)

  await remove(nia)
  await drain()
  for (const { name } of listOwnedTables(nia.id).filter((one) =>
    /conversation|label|draft|saved/.test(one.name),
  ))
    expect([name, await query(`select 1 from ${name} where owner_id = $1`, [nia.id])]).toEqual([name, []])
})

test("a member's drafts are in their own download, not in the organization's; sent files are (INBOX-45)", async () => {
  const [ida, leo] = [await createCustomer('Ida'), await createCustomer('Leo')]
  const { id } = (await ida.call(organizationRoutes.create, { body: { name: 'Ovens Ltd' } })).answer
  await query(
    `insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())`,
    [id, leo.id],
  )
  const [conversation] = await query<{ id: string }>(
    `insert into conversations (owner_id, email, created_at, updated_at) values ($1, 'x@shop.example', now(), now())
     returning id`,
    [id],
  )
  await query(
    `insert into answer_drafts (conversation_id, user_id, owner_id, text, version, updated_at)
     select $1::uuid, unnest($2::uuid[]), $3::uuid, unnest($4::text[]), 1, now()`,
    [conversation!.id, [ida.id, leo.id], id, ['Draft of Ida', 'Draft of Leo']],
  )
  await query(
    `with sent as (insert into answers (owner_id, press_id, to_email, subject, content, state, next_at, created_at)
       values ($1::uuid, gen_random_uuid(), 'x@shop.example', 'Re', 'Here', 'sent', now(), now()) returning id)
     insert into answer_files (owner_id, conversation_id, user_id, answer_id, name, type, content, created_at)
     select $1::uuid, $2::uuid, $3::uuid, sent.id, 'sent.txt', 'text/plain', 'abc'::bytea, now() from sent
     union all select $1, $2, $3, null, 'unsent.txt', 'text/plain', 'abc'::bytea, now()`,
    [id, conversation!.id, leo.id],
  )
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const folder = `organizations/Ovens-Ltd-${id.slice(0, 8)}/json`
  const owners = await download(ida)
  expect(owners.json('json/answer_drafts.json')).toMatchObject([{ text: 'Draft of Ida' }])
  expect(owners.names).not.toContain(`${folder}/answer_drafts.json`)
  expect(names(owners.json(`${folder}/answer_files.json`))).toEqual(['sent.txt'])
  const members = await download(leo)
  expect(members.json('json/answer_drafts.json')).toMatchObject([{ text: 'Draft of Leo' }])
  expect(names(members.json('json/answer_files.json'))).toEqual(['unsent.txt'])
})
