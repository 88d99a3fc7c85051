import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { insertSentMessages } from '../../test/sent-messages.ts'
import { dropMonth, listMonthsBefore, makeMonths } from './months.store.ts'
import { asOwner, systemScope } from './owner.ts'

const { alice, app, query } = await startTestApp()
const { db } = app.database
const scope = systemScope('a test')

await makeMonths(db, scope, new Date('2026-03-31T23:59:59.999Z'))

const insertEvent = (recipient: string, at: string, id = randomUUID()) =>
  query(
    `insert into tracking_events (id, owner_id, recipient_id, kind, at) values ($1, $2, $3, 'open', $4)
     on conflict (id) do nothing`,
    [id, alice.id, recipient, at],
  )

/** The table that each event is in. */
const placesOf = (recipient: string) =>
  query<{ place: string }>(
    'select tableoid::regclass::text as place from tracking_events where recipient_id = $1 order by at',
    [recipient],
  ).then((rows) => rows.map(({ place }) => place))

test('events are stored in the month of their moment, in UTC', async () => {
  const [message] = await insertSentMessages(query, alice.id, 1)
  for (const at of ['2026-03-31T23:59:59.999Z', '2026-04-01T00:00:00Z', '2026-06-30T23:59:59+00:00'])
    await insertEvent(message!, at)
  expect(await placesOf(message!)).toEqual([
    'tracking_events_2026_03',
    'tracking_events_2026_04',
    'tracking_events_2026_06',
  ])
})

test('a row whose month has no table yet is stored all the same, and found after the month is made', async () => {
  const [message] = await insertSentMessages(query, alice.id, 1)
  await insertEvent(message!, '2026-07-01T00:00:00Z')
  await makeMonths(db, scope, new Date('2026-07-01T00:00:01Z'))
  await insertEvent(message!, '2026-07-01T00:00:02Z')
  expect(await placesOf(message!)).toEqual(['tracking_events', 'tracking_events_2026_07'])
})

test('an event that is written twice is stored once, in whatever table it is', async () => {
  const [message] = await insertSentMessages(query, alice.id, 1)
  const [stray, id] = [randomUUID(), randomUUID()]
  for (const moment of ['2031-01-01T00:00:00Z', '2031-01-01T00:00:00Z'])
    await insertEvent(message!, moment, stray)
  await makeMonths(db, scope, new Date('2031-01-05T00:00:00Z'))
  await insertEvent(message!, '2031-01-01T00:00:00Z', stray)
  for (const moment of ['2031-01-02T00:00:00Z', '2031-01-02T00:00:00Z'])
    await insertEvent(message!, moment, id)
  expect(await placesOf(message!)).toEqual(['tracking_events', 'tracking_events_2031_01'])
})

test('a row of a deleted account or message is refused, as by a foreign key', async () => {
  const insert = (owner: string, recipient: string) =>
    query(
      `insert into tracking_events (owner_id, recipient_id, kind, at) values ($1, $2, 'open', '2026-03-05T00:00:00Z')`,
      [owner, recipient],
    )
  const [message] = await insertSentMessages(query, alice.id, 1)
  await expect(insert(alice.id, randomUUID())).rejects.toMatchObject({ code: '23503' })
  await expect(insert(randomUUID(), message!)).rejects.toMatchObject({ code: '23503' })
  await insert(alice.id, message!)
})

const book = (at: string, causes: string[]) =>
  query<{ paid: string[] }>(
    `select paid from book_usage($1, 'emails_sent', '{"free": 100, "test": 100, "basic": 100, "premium": 100}', '{}',
       to_char($2::timestamptz at time zone 'UTC', 'YYYY-MM'), $3, $2)`,
    [alice.id, at, causes],
  )
const entryPlaces = () =>
  query<{ place: string; cause: string }>(
    `select tableoid::regclass::text as place, cause from usage_entries
     where owner_id = $1 and usage_type = 'emails_sent' order by cause`,
    [alice.id],
  )

test('the usage of an email is stored in its month, and charged once whatever month it is asked for again', async () => {
  const [first, second, third] = [1, 2, 3].map((n) => `send:${n}-${randomUUID()}`) as [string, string, string]
  expect(await book('2033-01-31T23:59:59.999Z', [first])).toEqual([{ paid: [first] }])
  await makeMonths(db, scope, new Date('2033-01-31T23:59:59.999Z'))
  const [again, both] = await Promise.all([
    book('2033-01-31T23:59:59.999Z', [first, second, third]),
    book('2033-02-01T00:00:00Z', [first, second, third]),
  ])
  expect(again![0]!.paid.toSorted()).toEqual([first, second, third])
  expect(both![0]!.paid.toSorted()).toEqual([first, second, third])
  const places = await entryPlaces()
  expect(places.map(({ cause }) => cause)).toEqual([first, second, third])
  expect(places[0]!.place).toBe('usage_entries')
  expect(places[1]!.place).toMatch(/^usage_entries_2033_0[12]$/)
  const { db: from } = app.database
  const spent = await from.execute(
    sql`select sum(units)::int as units from usage_months where owner_id = ${alice.id} and month like '2033-%'`,
  )
  expect(spent.rows).toEqual([{ units: 3 }])
})

test('months are made by several processes at once, each once', async () => {
  const now = new Date('2040-11-30T23:59:59Z')
  await Promise.all([1, 2, 3, 4].map(() => makeMonths(db, scope, now)))
  const months = await listMonthsBefore(db, scope, 'send_attempts', '2041-06-01T00:00:00.000Z')
  expect(months.filter(({ name }) => /_204[01]_/.test(name)).map(({ name }) => name)).toEqual([
    'send_attempts_2040_11',
    'send_attempts_2040_12',
    'send_attempts_2041_01',
    'send_attempts_2041_02',
  ])
})

test('rows of all months go with the account', async () => {
  const [{ id }] = (await query<{ id: string }>(
    `insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
     values ('carol@customer.example', 'Carol', 'Tester', 'none', 'free', now()) returning id`,
  )) as [{ id: string }]
  const [message] = await insertSentMessages(query, asOwner(id), 1)
  await query(
    `insert into tracking_events (owner_id, recipient_id, kind, at) values ($1, $2, 'open', '2026-03-05T00:00:00Z')`,
    [id, message],
  )
  await query(
    `insert into send_attempts (owner_id, recipient_id, outcome, at) values ($1, $2, 'accepted', '2026-04-05T00:00:00Z')`,
    [id, message],
  )
  await query(
    `insert into usage_entries_2026_04 (owner_id, spender_id, cause, kind, created_at)
     values ($1, $1, 'send:x', 'use', '2026-04-05T00:00:00Z')`,
    [id],
  )
  expect(await placesOf(message!)).toEqual(['tracking_events_2026_03'])
  await query('delete from users where id = $1', [id])
  for (const table of ['tracking_events', 'send_attempts', 'usage_entries'])
    expect(await query(`select 1 from ${table} where owner_id = $1`, [id])).toEqual([])
})

test('a month is made and dropped while others write to the table and to messages', async () => {
  const [message] = await insertSentMessages(query, alice.id, 1)
  const writer = new pg.Client({ connectionString: app.database.url })
  await writer.connect()
  onTestFinished(() => writer.end())
  await writer.query('begin')
  await writer.query('update recipients set attempts = attempts + 1 where id = $1', [message])
  await writer.query(
    `insert into tracking_events (owner_id, recipient_id, kind, at) values ($1, $2, 'open', '2026-04-06T00:00:00Z')`,
    [alice.id, message],
  )
  await makeMonths(db, scope, new Date('2050-01-01T00:00:00Z'))
  const [first] = await listMonthsBefore(db, scope, 'tracking_events', '2026-04-01T00:00:00.000Z')
  await dropMonth(db, scope, first!)
  await writer.query('commit')
  expect(await placesOf(message!)).toEqual(['tracking_events_2026_04'])
})

test('reads that name a time are answered from the months of that time', async () => {
  const plan = await query<{ 'QUERY PLAN': string }>(
    `explain select * from tracking_events where owner_id = '${alice.id}' and at >= '2050-04-01T00:00:00Z'`,
  )
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('tracking_events_2050_04')
  expect(text).not.toContain('tracking_events_2050_03')
})
