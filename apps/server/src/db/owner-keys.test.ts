import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { ROOT } from '../root.ts'
import { openDatabase } from './database.ts'
import { applyNamed, migrate } from './migrate.ts'

const { alice, bob, databaseUrl, query } = await startTestApp()
const AT = '2026-03-02T09:00:00.000Z'

/** Tables whose primary key doesn't begin with the owner or a time. */
const OTHER_KEYS = {
  billing_checkouts: 'one for each purchase',
  billing_customers: 'one or two for each account',
  billing_payments: 'one for each payment',
  billing_subscriptions: 'one for each account',
  campaign_tracking_choices: 'at most one for each campaign',
  conversation_presence: 'forgotten after 30 seconds',
  mailbox_attempts: 'one for each member',
  mailbox_looks: 'one for each mailbox',
  mailbox_people: 'of a mailbox, which few are',
  mailbox_places: 'one for each folder of a mailbox',
  mailbox_sign_ins: 'forgotten after the sign-in',
  mailboxes: 'few for each account',
  reply_labels: 'few for each account',
  return_addresses: 'few for each account',
  saved_replies: 'few for each account',
  send_attempts: 'split by month (docs/decisions/032); its months have the owner first',
  sending_pauses: 'few for each account',
  signature_images: 'few for each account',
  signatures: 'few for each account',
  support_requests: 'few for each account',
  tracking_events: 'split by month (docs/decisions/032); its months have the owner first',
}

test('primary keys of tables that grow with owners begin with the owner or a time', async () => {
  const rows = await query<{ held_by: string }>(
    `select t.relname as held_by from pg_class t
     join pg_attribute o on o.attrelid = t.oid and o.attname = 'owner_id'
     where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and not exists (
       select from pg_index i join pg_attribute first on first.attrelid = t.oid and first.attnum = i.indkey[0]
       where i.indrelid = t.oid and i.indisprimary
         and (first.attname = 'owner_id' or first.atttypid in ('date'::regtype, 'timestamptz'::regtype)))
     order by 1`,
  )
  expect(rows.map(({ held_by }) => held_by)).toEqual(Object.keys(OTHER_KEYS))
})

test('references to rows of an owner name the owner, apart from those of small tables, of months, and of rows that may have no owner', async () => {
  const rows = await query<{ reference: string }>(
    `select c.conrelid::regclass || '.' || a.attname as reference from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute o on o.attrelid = c.confrelid and o.attname = 'owner_id'
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and o.attnum <> all (c.confkey)
     order by 1`,
  )
  expect(rows.map(({ reference }) => reference)).toEqual([
    'accepted_messages.recipient_id',
    'answers.inbound_id',
    'billing_checkouts.customer_id',
    'billing_payments.customer_id',
    'billing_subscriptions.customer_id',
    'campaigns.signature_id',
    'conversations.newest_id',
    'inbound_messages.original_id',
    'inbound_messages.recipient_id',
    'mailbox_looks.mailbox_id',
    'mailbox_people.mailbox_id',
    'mailbox_places.mailbox_id',
    'mailbox_sign_ins.mailbox_id',
    'tracking_events.recipient_id',
  ])
})

const insertCampaign = async (db: typeof query, owner: string) =>
  (
    await db<{ id: string }>(
      `insert into campaigns (owner_id, name, marketing_copy, created_at, updated_at)
       values ($1, 'Spring', 'x', $2, $2) returning id`,
      [owner, AT],
    )
  )[0]!.id

const insertPerson = async (db: typeof query, owner: string, campaign: string) =>
  (
    await db<{ id: string }>(
      `insert into campaign_prospects (owner_id, campaign_id, email, position, created_at)
       values ($1, $2, 'ada@x.example', 0, $3) returning id`,
      [owner, campaign, AT],
    )
  )[0]!.id

test("a row can't refer to another owner's row", async () => {
  const [campaign, foreign] = [await insertCampaign(query, alice.id), await insertCampaign(query, bob.id)]
  const person = await insertPerson(query, alice.id, campaign)
  await expect(insertPerson(query, alice.id, foreign)).rejects.toThrow(
    /campaign_prospects_campaign_id_of_owner/,
  )
  await expect(
    query('update campaign_prospects set campaign_id = $2 where id = $1', [person, foreign]),
  ).rejects.toThrow(/violates foreign key/)
  await expect(
    query('update campaign_prospects set owner_id = $2 where id = $1', [person, bob.id]),
  ).rejects.toThrow(/violates foreign key/)
})

/** A database as the last release left it, with rows, half of whose references are null. */
async function upgradable() {
  const server = inject('postgresUrl')
  const name = `keys_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, { max: 4 })
  onTestFinished(() => database.close())
  const files = readdirSync(join(ROOT, 'apps/server/src/db/migrations')).sort()
  const client = await database.pool.connect()
  await applyNamed(
    client,
    files.filter((file) => file < '0027'),
    AT,
  )
  client.release()
  const run: typeof query = async (text, values) => (await database.pool.query(text, values)).rows as never
  const [user] = await run<{ id: string }>(
    `insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
     values ('ada@pans.example', 'Ada', 'Pan', 'none', 'free', $1) returning id`,
    [AT],
  )
  const owner = user!.id
  const campaign = await insertCampaign(run, owner)
  const person = await insertPerson(run, owner, campaign)
  const insertMessage = (id: string, round: number, campaignId: string | null) =>
    run(
      `insert into recipients (id, owner_id, campaign_id, campaign_prospect_id, round, email, subject, content, state, next_at, queued_at)
       values ($1, $2, $3, $4, $5, 'ada@x.example', 'x', 'x', 'sent', $6, $6) on conflict (id) do nothing`,
      [id, owner, campaignId, campaignId && person, round, AT],
    )
  return { database, run, owner, campaign, person, insertMessage }
}

test('keys change while the last release inserts by id, and references keep what they do', async () => {
  const { database, run, owner, campaign, person, insertMessage } = await upgradable()
  const [bound, loose] = [randomUUID(), randomUUID()]
  await insertMessage(bound, 1, campaign)
  await insertMessage(loose, 2, null)
  // Mail to the operator has no owner, and may name a message.
  await run(
    `insert into inbound_messages (envelope_to, raw, raw_hash, recipient_id, received_at) values ('postmaster@x.example', '', 'x', $1, $2)`,
    [bound, AT],
  )
  let isMigrated = false
  let written = 0
  const writing = (async () => {
    while (!isMigrated) {
      const id = randomUUID()
      await database.db.transaction(async (tx) => {
        await tx.execute(
          `insert into recipients (id, owner_id, campaign_id, email, subject, content, state, next_at, queued_at, round)
           values ('${id}', '${owner}', '${campaign}', 'ada@x.example', 'x', 'x', 'sent', '${AT}', '${AT}', 1)
           on conflict (id) do nothing`,
        )
        await tx.execute(`update recipients set content = 'y' where id = '${id}'`)
      })
      written += 1
    }
  })()
  await migrate(database.pool, AT).finally(() => {
    isMigrated = true
  })
  await writing
  expect(written).toBeGreaterThan(0)
  const [counted] = await run<{ n: number }>('select count(*)::int as n from recipients')
  expect(counted!.n).toBe(written + 2)

  await insertMessage(bound, 3, campaign)
  expect((await run('select 1 from recipients where id = $1', [bound])).length, 'ids stay unique').toBe(1)
  await run('delete from campaign_prospects where id = $1', [person])
  expect(
    await run('select owner_id, campaign_id, campaign_prospect_id from recipients where id = $1', [bound]),
  ).toEqual([{ owner_id: owner, campaign_id: campaign, campaign_prospect_id: null }])
  await run('delete from recipients where id = $1', [bound])
  expect(await run('select recipient_id from inbound_messages')).toEqual([{ recipient_id: null }])
  await run('delete from users where id = $1', [owner])
  expect(await run('select 1 from recipients union all select 1 from campaigns')).toEqual([])
})

test('an upgraded database has the keys, references and indexes of a new one', async () => {
  const { database, run } = await upgradable()
  await migrate(database.pool, AT)
  const shape = (db: typeof query) =>
    db(
      `select conrelid::regclass::text as held_by, conname as name, pg_get_constraintdef(oid) as text from pg_constraint
       where connamespace = 'public'::regnamespace and conrelid not in (select inhrelid from pg_inherits)
       union all
       select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_\\d{4}_\\d\\d$'
       order by 1, 2, 3`,
    )
  expect(await shape(run)).toEqual(await shape(query))
})

test("deleting many rows reads an index of what refers to them, not the owner's rows, in tables that weren't analyzed", async () => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  const run: typeof query = async (text, values) => (await client.query(text, values)).rows as never
  const carol = randomUUID()
  await run(
    `insert into users (id, email, first_name, last_name, password_hash, subscription_plan, created_at)
     values ($1, 'carol@x.example', 'Carol', 'Pan', 'none', 'free', $2)`,
    [carol, AT],
  )
  const campaign = await insertCampaign(run, carol)
  const insertMessages = (from: number, to: number) =>
    run(
      `with people as (
         insert into prospects (owner_id, email, created_at, updated_at)
         select $1, n || '@x.example', $3, $3 from generate_series($4::integer, $5) n returning id, email),
       noted as (
         insert into prospect_events (owner_id, prospect_id, kind, at) select $1, id, 'status', $3 from people),
       written as (
         insert into campaign_prospects (owner_id, campaign_id, prospect_id, email, position, created_at)
         select $1, $2, id, email, 1, $3 from people returning id, email)
       insert into recipients (owner_id, campaign_id, campaign_prospect_id, round, email, subject, content, state, next_at, queued_at)
       select $1, $2, id, 1, email, 'x', 'x', 'sent', $3, $3 from written`,
      [carol, campaign, AT, from, to],
    )
  const deleteSome = async (limit: number) => {
    for (const name of ['prospects', 'campaign_prospects'])
      await run(
        `delete from ${name} where ctid = any (array(select ctid from ${name} where owner_id = $1 limit $2))`,
        [carol, limit],
      )
  }
  // PostgreSQL keeps plans that it made when the tables were nearly empty.
  await insertMessages(1, 10)
  for (let n = 0; n < 10; n += 1) await deleteSome(1)
  await insertMessages(11, 3010)
  const read = async () => {
    await run('select pg_stat_force_next_flush()')
    const [counted] = await run<{ rows: number }>(
      `select sum(idx_tup_read)::int as rows from pg_stat_user_indexes
       where relname in ('prospects', 'prospect_events', 'campaign_prospects', 'recipients')`,
    )
    return counted!.rows
  }
  const before = await read()
  await deleteSome(3000)
  expect((await read()) - before).toBeLessThan(3000 * 20)
  expect(
    await run('select campaign_prospect_id from recipients where owner_id = $1 group by 1', [carol]),
  ).toEqual([{ campaign_prospect_id: null }])
})
