import { spawn } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toAddress } from '@goldpan/contract/email-address'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase, type Pool } from './database.ts'
import { applyNamed, migrate } from './migrate.ts'

const urlOf = (pool: Pool) => pool.options.connectionString

const AT = '2026-03-02T09:00:00.000Z'

async function newDatabase() {
  const server = inject('postgresUrl')
  const name = `migrated_${randomUUID().slice(0, 8)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, { max: 2 })
  onTestFinished(() => database.close())
  return database.pool
}

test('a migration changed after it ran stops the start and is named, in the application and in places', async () => {
  const pool = await newDatabase()
  expect(await migrate(pool, AT)).toBeGreaterThan(1)
  expect(await migrate(pool, AT)).toBe(0)
  for (const [name, file] of [
    ['0001_baseline.sql', 'apps/server/src/db/migrations/0001_baseline.sql'],
    ['places/0001_places.sql', 'packages/places/migrations/0001_places.sql'],
  ] as const) {
    const { rows } = await pool.query<{ checksum: string }>(
      `update goldpan_migrations set checksum = 'of another text' where name = $1
       returning (select checksum from goldpan_migrations where name = $1) as checksum`,
      [name],
    )
    await expect(migrate(pool, AT)).rejects.toThrow(
      new RegExp(`^The migration .+/${file} is not the one that this database ran: .* Nothing was changed`),
    )
    await pool.query('update goldpan_migrations set checksum = $2 where name = $1', [name, rows[0]!.checksum])
    expect(await migrate(pool, AT)).toBe(0)
  }
})

test('nothing is applied if an earlier migration was changed', async () => {
  const pool = await newDatabase()
  await migrate(pool, AT)
  const applied = () => pool.query<{ name: string }>('select name from goldpan_migrations order by 1')
  const last = (await applied()).rows.at(-1)!.name
  await pool.query('delete from goldpan_migrations where name = $1', [last])
  await pool.query("update goldpan_migrations set checksum = 'x' where name = '0001_baseline.sql'")
  await expect(migrate(pool, AT)).rejects.toThrow('0001_baseline.sql')
  expect((await applied()).rows.map(({ name }) => name)).not.toContain(last)
})

test('a database with an unknown migration stops the start and names it, whichever version wrote it', async () => {
  const pool = await newDatabase()
  await migrate(pool, AT)
  await pool.query("insert into goldpan_migrations values ('0999_draft.sql', 'x', $1)", [AT])
  await expect(migrate(pool, AT)).rejects.toThrow(
    /^The database ran the migration 0999_draft\.sql, .* newer or in development\. Nothing was changed/,
  )
})

test('figures of older campaigns are filled in from their messages and events', async () => {
  const pool = await newDatabase()
  const client = await pool.connect()
  onTestFinished(() => client.release())
  await applyNamed(client, ['0001_baseline.sql'], AT)
  const at = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`
  const { rows } = await client.query<{ owner: string; campaign: string }>(
    `with person as (
       insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
       values ('ada@pans.example', 'Ada', 'Pan', 'none', 'free', $1) returning id)
     select id as owner, gen_random_uuid() as campaign from person`,
    [AT],
  )
  const { owner, campaign } = rows[0]!
  await client.query(
    `insert into campaigns (id, owner_id, name, marketing_copy, created_at, updated_at) values ($1, $2, 'Spring', 'x', $3, $3)`,
    [campaign, owner, AT],
  )
  const add = async (position: number, status: string, rounds: { state: string; minute: number }[]) => {
    const { rows: added } = await client.query<{ id: string }>(
      `insert into campaign_prospects (owner_id, campaign_id, email, position, email_status, sent_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        owner,
        campaign,
        `p${position}@x.example`,
        position,
        status,
        rounds.some(({ state }) => state === 'sent') ? at(9) : null,
        AT,
      ],
    )
    const messages: string[] = []
    for (const [index, { state, minute }] of rounds.entries()) {
      const { rows: message } = await client.query<{ id: string }>(
        `insert into recipients (owner_id, campaign_id, campaign_prospect_id, round, email, subject, content, state, next_at, queued_at, finished_at)
         values ($1, $2, $3, $4, 'x', 'x', 'x', $5, $6, $6, $6) returning id`,
        [owner, campaign, added[0]!.id, index + 1, state, at(minute)],
      )
      messages.push(message[0]!.id)
    }
    return messages
  }
  const note = (message: string, kind: string, minute: number, seenBy: string | null = null) =>
    client.query(
      'insert into tracking_events (owner_id, recipient_id, kind, class, at) values ($1, $2, $3, $4, $5)',
      [owner, message, kind, seenBy, at(minute)],
    )
  await add(0, 'generated', [])
  const twice = await add(1, 'opened', [
    { state: 'sent', minute: 1 },
    { state: 'sent', minute: 4 },
  ])
  await note(twice[1]!, 'click', 5, 'human')
  await note(twice[0]!, 'click', 2, 'scanner')
  const [bounced] = await add(2, 'bounced', [{ state: 'sent', minute: 1 }])
  await note(bounced!, 'bounce', 3)
  const [left] = await add(3, 'unsubscribed', [{ state: 'sent', minute: 1 }])
  await note(left!, 'unsubscribe', 6)
  await add(4, 'failed', [{ state: 'failed', minute: 2 }])

  await migrate(pool, AT)
  const { rows: facts } = await pool.query(
    'select first_sent_at, failed_at, bounced_at, clicked_at, unsubscribed_at from campaign_prospects order by position',
  )
  const none = {
    first_sent_at: null,
    failed_at: null,
    bounced_at: null,
    clicked_at: null,
    unsubscribed_at: null,
  }
  const on = (minute: number) => new Date(at(minute))
  expect(facts).toEqual([
    none,
    { ...none, first_sent_at: on(1), clicked_at: on(5) },
    { ...none, first_sent_at: on(1), bounced_at: on(3) },
    { ...none, first_sent_at: on(1), unsubscribed_at: on(6) },
    { ...none, failed_at: on(2) },
  ])
})

test('stored addresses are normalised, except those that would collide', async () => {
  const pool = await newDatabase()
  const client = await pool.connect()
  onTestFinished(() => client.release())
  const before = ['0001_baseline.sql', '0002_sender_identities.sql', '0003_figures.sql', '0004_live.sql']
  await applyNamed(client, before, AT)
  const emails = [
    'Bo@Größe.example',
    '\u200bbo@slate\u00ad.example',
    'bo@schiefer-größe.example',
    'bo@bu\u0308cher.example',
    'bo@ФИРМА.почта.рф',
    'bo@例え。example',
    'bo@ｓｌａｔｅ２．example',
    'bo@삼십오-öäü-дом-💡.example',
    'bö@ünï.example',
  ]
  const left = [
    'Bo@Slate3.example',
    'bo@größe/x.example',
    'bo@bäckerei.example',
    'bo@xn--bckerei-5wa.example',
  ]
  for (const email of [...emails, ...left])
    await client.query(
      `insert into users (email, first_name, last_name, password_hash, subscription_plan, created_at)
       values ($1, 'Bo', 'Pan', 'none', 'free', $2)`,
      [email, AT],
    )
  const { rows: owners } = await client.query('select id from users limit 1')
  const insert = (sql: string, values: unknown[]) => client.query(sql, [owners[0].id, ...values])
  await insert(
    `insert into prospects (owner_id, email, source_url, created_at, updated_at) values ($1, $2, 'https://größe.example', $3, $3)`,
    ['kim@größe.example', AT],
  )
  for (const kind of ['kim@größe.example', '@größe.example'])
    await insert(
      `insert into suppressions (owner_id, email, reason, created_at, kind, hash) values ($1, $2, 'manual', $3, $4, $5)`,
      [kind, AT, kind.startsWith('@') ? 'domain' : 'address', hash('sha256', kind, 'hex')],
    )

  await migrate(pool, AT)
  const read = async (sql: string) => (await pool.query(sql)).rows
  const users = (await read('select email from users')).map(({ email }) => email)
  expect(users.toSorted()).toEqual([...emails.map(toAddress), ...left].toSorted())
  expect(await read('select email, found_email from prospects')).toEqual([
    { email: 'kim@xn--gre-6ka8i.example', found_email: null },
  ])
  const listed = ['kim@xn--gre-6ka8i.example', '@xn--gre-6ka8i.example']
  expect(await read('select email, hash from suppressions order by kind')).toEqual(
    listed.map((email) => ({ email, hash: hash('sha256', email, 'hex') })),
  )
})

/** A database that lacks a migration of one table, and a further connection to it. */
async function behindByOne() {
  const pool = await newDatabase()
  await migrate(pool, AT)
  await pool.query("delete from goldpan_migrations where name = '0010_days_off.sql'")
  await pool.query('alter table sending_paces drop column days_off')
  const reader = new pg.Client(pool.options)
  reader.on('error', () => undefined)
  await reader.connect()
  onTestFinished(() => reader.end())
  return { pool, reader }
}

test('a migration waits for a reader longer than any limit, says for whom, and lets others pass', async () => {
  const { pool, reader } = await behindByOne()
  await reader.query("begin; set local statement_timeout = 0; set local application_name = 'a dump'")
  await reader.query('select 1 from sending_paces')
  const said: string[] = []
  const running = migrate(pool, AT, (sentence) => said.push(sentence))
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toMatch(
    /^The migration 0010_days_off\.sql waits for the table sending_paces, which process \d+ .*a dump/,
  )
  // Gives up after half a minute, unless the migration leaves the queue meanwhile.
  await pool.query('select 1 from sending_paces')
  await reader.query('commit')
  expect(await running).toBe(1)
})

test('a migration that changes a large table has no time limit', async () => {
  const { pool } = await behindByOne()
  await pool.query(`create function slow() returns event_trigger language plpgsql as $$ begin
    if current_setting('statement_timeout') <> '0' then raise 'limited to %', current_setting('statement_timeout'); end if;
  end $$`)
  await pool.query('create event trigger limits on ddl_command_end execute function slow()')
  expect(await migrate(pool, AT)).toBe(1)
})

test('the migration lock is free after each start, is not taken when nothing is to do, and says who holds it', async () => {
  const { pool, reader } = await behindByOne()
  await reader.query("begin; set local application_name = 'another start'")
  await reader.query('select pg_advisory_xact_lock(7402113)')
  const said: string[] = []
  const running = migrate(pool, AT, (sentence) => said.push(sentence))
  await expect.poll(() => said[0]).toMatch(/waits for another process that migrates .*another start/)
  await reader.query('rollback')
  expect(await running).toBe(1)
  const { rows } = await reader.query(
    "select 1 from pg_locks where locktype = 'advisory' and objid = 7402113",
  )
  expect(rows).toEqual([])
  await reader.query('begin')
  await reader.query('select pg_advisory_xact_lock(7402113)')
  expect(await migrate(pool, AT), 'nothing to do').toBe(0)
  await reader.query('rollback')
})

/** Migrations of a test, in a folder of its own. */
function writeMigrations(files: Record<string, string>) {
  const path = mkdtempSync(join(tmpdir(), 'goldpan-migrations-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return [{ prefix: '', path }]
}

const INDEX = `-- no transaction: visits are many
create unique index concurrently if not exists visits_n on visits (n);
-- and another
create index concurrently if not exists visits_n_again on visits (n);`

const isValid = async (pool: pg.Pool, name: string) =>
  (await pool.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [name])).rows[0]
    ?.indisvalid

test('the index of a large table is built while others write, and says for whom it waits', async () => {
  const pool = await newDatabase()
  await pool.query('create table visits (n integer)')
  const folders = writeMigrations({ '0001_index.sql': INDEX })
  const reader = new pg.Client(pool.options)
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query("begin isolation level repeatable read; set local application_name = 'a dump'")
  await reader.query('select 1 from visits')
  const said: string[] = []
  const running = migrate(pool, AT, (sentence) => said.push(sentence), folders)
  await pool.query('insert into visits values (1)')
  const sentence = /^The migration 0001_index\.sql builds an index and waits for a transaction .*a dump/
  await expect.poll(() => said[0]).toMatch(sentence)
  await pool.query('insert into visits values (2)')
  await reader.query('commit')
  expect(await running).toBe(1)
  expect([await isValid(pool, 'visits_n'), await isValid(pool, 'visits_n_again')]).toEqual([true, true])
  expect(await migrate(pool, AT, undefined, folders)).toBe(0)
})

test('what an interrupted build left is built again', async () => {
  const pool = await newDatabase()
  await pool.query('create table visits (n integer); insert into visits values (1), (1)')
  const folders = writeMigrations({ '0001_index.sql': INDEX })
  await expect(migrate(pool, AT, undefined, folders)).rejects.toThrow('could not create unique index')
  expect(await isValid(pool, 'visits_n')).toBe(false)
  await pool.query('delete from visits')
  expect(await migrate(pool, AT, undefined, folders)).toBe(1)
  expect(await isValid(pool, 'visits_n')).toBe(true)
})

test('of several processes that start at once, each migration is applied by one', async () => {
  const pool = await newDatabase()
  const folders = writeMigrations({
    '0001_table.sql': 'create table visits (n integer)',
    '0002_index.sql': INDEX,
    '0003_row.sql': 'insert into visits values (1)',
  })
  const others = [1, 2, 3].map(() => openDatabase(urlOf(pool), { max: 2 }))
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.close()))))
  const applied = await Promise.all(others.map((other) => migrate(other.direct, AT, undefined, folders)))
  expect(applied.reduce((sum, count) => sum + count)).toBe(3)
  expect((await pool.query('select n from visits')).rows).toEqual([{ n: 1 }])
  expect(await isValid(pool, 'visits_n')).toBe(true)
})

test('a process that is killed while it migrates leaves no lock, and the next one finishes', async () => {
  const pool = await newDatabase()
  await pool.query('create table visits (n integer)')
  const folders = writeMigrations({ '0001_index.sql': INDEX })
  const holder = new pg.Client(pool.options)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin isolation level repeatable read')
  await holder.query('select 1 from visits')
  const program = `
    import { openDatabase } from '${import.meta.resolve('./database.ts')}'
    import { migrate } from '${import.meta.resolve('./migrate.ts')}'
    const { direct } = openDatabase(process.env.URL, { max: 1 })
    await migrate(direct, '${AT}', undefined, ${JSON.stringify(folders)})`
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, URL: urlOf(pool) },
    stdio: 'inherit',
  })
  onTestFinished(() => void other.kill('SIGKILL'))
  const isBuilding = async () =>
    (await pool.query('select from pg_stat_progress_create_index where datname = current_database()')).rows
      .length
  await expect.poll(isBuilding).toBe(1)
  other.kill('SIGKILL')
  const locks = "select from pg_locks where locktype = 'advisory' and objid = 7402113"
  await expect.poll(async () => (await pool.query(locks)).rows).toEqual([])
  // The server goes on with the statement of the killed process, so the next one waits for it.
  const next = migrate(pool, AT, undefined, folders)
  await holder.query('commit')
  expect(await next).toBe(1)
  expect(await isValid(pool, 'visits_n')).toBe(true)
})
