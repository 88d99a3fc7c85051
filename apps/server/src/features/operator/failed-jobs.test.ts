import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { SECRET_KEY } from '../../../test/secret-key.ts'
import { openDatabase } from '../../db/database.ts'
import { createFakeJobs } from '../../providers/jobs/fake.ts'
import { createPgBossJobs } from '../../providers/jobs/pg-boss.ts'
import type { JobKind } from '../../providers/jobs/port.ts'
import { createAesVault, keysOfText } from '../../providers/vault/aes-vault.ts'
import { writeEmailsJob } from '../writing/writing.ts'
import { jobWords } from './failed-jobs.rules.ts'
import { OperatorError } from './operator-error.ts'

const operator = 'sam (terminal)'
const recorded = createFakeJobs()
const kinds: string[] = []
const { databaseUrl, alice, bob, query, clock, app } = await startTestApp({
  ports: {
    jobs: {
      ...recorded,
      handle(kind, work) {
        kinds.push(kind.name)
        recorded.handle(kind, work)
      },
    },
  },
})
const { failedJobs } = app.features

/** An application on the real queue, and a worker whose jobs fail until it is mended. */
async function startQueue() {
  const database = openDatabase(databaseUrl, { max: 5 })
  const createQueue = () =>
    createPgBossJobs({
      databaseUrl,
      pool: database.pool,
      connections: 3,
      vault: createAesVault(keysOfText(SECRET_KEY)[0]),
      onError: () => undefined,
    })
  const [worker, jobs] = [createQueue(), createQueue()]
  onTestFinished(async () => {
    await worker.stop()
    await jobs.stop()
    await database.pool.query('delete from pgboss.job')
    await database.close()
  })
  const broken = { with: new Error('No answer for ada@customer.example') as Error | null }
  const done: unknown[] = []
  const start = async (retryLimit: number) => {
    const web = await startTestApp({ databaseUrl, environment: { ROLES: 'web' }, ports: { jobs } })
    const kind: JobKind<{ owner: string; campaign_id: string }> = { ...writeEmailsJob, retryLimit }
    worker.handle(kind, async (payload) => {
      if (broken.with) throw broken.with
      done.push(payload)
    })
    await worker.start({ work: true })
    await worker.enqueue(database.db, kind, { owner: alice.id, campaign_id: randomUUID() })
    await expect.poll(async () => (await web.app.features.failedJobs.list()).jobs).toHaveLength(1)
    return web.app.features.failedJobs
  }
  return { start, broken, done }
}

const listActs = (act: string) =>
  query<Record<string, unknown>>(
    'select operator, account_id, subject, detail, reason from operator_acts where act = $1 order by at',
    [act],
  )

test('each kind of job has a name in plain words', () => {
  expect(kinds.filter((kind) => !jobWords[kind])).toEqual([])
})

test('a job that failed for good is listed without addresses, and done once it is tried again', async () => {
  const { start, broken, done } = await startQueue()
  const failed = await start(0)
  const [job] = (await failed.list()).jobs
  expect(job).toMatchObject({
    kind: 'Write emails of a campaign',
    state: 'failed',
    account: { id: alice.id, email: alice.email },
    reason: 'No answer for (an address)',
    tries: 1,
    next_at: null,
    can_retry: true,
    can_cancel: true,
  })
  broken.with = null

  expect(await failed.retry(job!.id, { operator })).toBe('Write emails of a campaign')

  await expect.poll(() => done).toHaveLength(1)
  await expect.poll(async () => (await failed.list()).jobs).toEqual([])
  expect(await listActs('retry-job')).toEqual([
    {
      operator,
      account_id: alice.id,
      subject: alice.email,
      detail: `Write emails of a campaign, ${job!.id}`,
      reason: null,
    },
  ])
  await expect(failed.retry(job!.id, { operator })).rejects.toThrow(OperatorError)
})

test('a job that waits for its next try is cancelled for good, with a reason', async () => {
  const { start, broken, done } = await startQueue()
  const failed = await start(3)
  const [job] = (await failed.list()).jobs
  expect(job).toMatchObject({ state: 'retrying', tries: 1 })
  expect(Date.parse(job!.next_at ?? '')).toBeGreaterThan(Date.parse(job!.at))
  await expect(failed.cancel(job!.id, { operator, reason: ' ' })).rejects.toThrow(OperatorError)
  broken.with = null

  await failed.cancel(job!.id, { operator, reason: 'The campaign is gone' })

  expect((await failed.list()).jobs).toEqual([])
  expect(await query('select 1 from pgboss.job')).toEqual([])
  expect(done).toEqual([])
  expect(await listActs('cancel-job')).toMatchObject([
    { account_id: alice.id, reason: 'The campaign is gone' },
  ])
})

test('erasures and revocations can’t be cancelled', async () => {
  const { start } = await startQueue()
  const failed = await start(0)
  const [first] = (await failed.list()).jobs
  for (const kind of ['erase-account', 'erase-organization', 'revoke-mailbox']) {
    await query('update pgboss.job set name = $1 where id = $2', [kind, first!.id])
    expect((await failed.list()).jobs).toMatchObject([{ can_retry: true, can_cancel: false }])
    await expect(failed.cancel(first!.id, { operator, reason: 'No' })).rejects.toThrow('can’t be cancelled')
    expect((await failed.list()).jobs).toHaveLength(1)
  }
})

test('the database’s refusal is told without the values of the statement', async () => {
  const { start, broken } = await startQueue()
  const cause = new Error('canceling statement due to statement timeout')
  broken.with = new Error('Failed query: insert into people values ($1)\nparams: Ada Lovelace', { cause })
  const failed = await start(0)
  const [job] = (await failed.list()).jobs
  expect(job!.reason).toBe('The database refused a statement: canceling statement due to statement timeout')
  await failed.cancel(job!.id, { operator, reason: 'Tried' })
})

const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString()
const kindsListed = async () => (await failedJobs.list()).jobs.map(({ kind }) => kind)

test('a payment event that can’t be processed is processed anew, or given up', async () => {
  await query(`insert into billing_events (id, type, received_at) values ('evt_1', 'invoice.paid', $1)`, [
    ago(5),
  ])
  expect(await kindsListed()).toEqual([])
  await query(`update billing_events set received_at = $1`, [ago(15)])
  expect((await failedJobs.list()).jobs).toMatchObject([
    { id: 'evt_1', kind: 'Payment event', state: 'waiting' },
  ])

  await failedJobs.retry('evt_1', { operator, reason: 'The provider is back' })
  await recorded.drain()

  expect(await kindsListed()).toEqual([])
  await query(`insert into billing_events (id, type, received_at) values ('evt_2', 'invoice.paid', $1)`, [
    ago(15),
  ])
  await failedJobs.cancel('evt_2', { operator, reason: 'The customer is gone' })
  expect(await kindsListed()).toEqual([])
})

async function storeMail(state: Record<string, unknown>): Promise<string> {
  const row = {
    owner_id: alice.id,
    envelope_to: 'nobody@reply.test.example',
    raw: Buffer.from('From: x@y.example\r\n\r\nHello'),
    raw_hash: randomUUID(),
    received_at: ago(60),
    ...state,
  }
  const names = Object.keys(row)
  const [stored] = await query<{ id: string }>(
    `insert into inbound_messages (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return stored!.id
}

test('mail that was given up is handled anew', async () => {
  const id = await storeMail({ attempts: 5, error: 'Error: no place for ada@customer.example' })
  expect((await failedJobs.list()).jobs).toMatchObject([
    {
      id,
      kind: 'Incoming mail',
      tries: 5,
      reason: 'Error: no place for (an address)',
      account: { id: alice.id },
    },
  ])
  await failedJobs.retry(id, { operator })
  await recorded.drain()
  expect(await kindsListed()).toEqual([])
  expect(
    await query('select 1 from inbound_messages where id = $1 and handled_at is not null', [id]),
  ).toHaveLength(1)
})

test('mail that can’t be read is given up', async () => {
  const id = await storeMail({ attempts: 5, error: 'Error: broken' })
  await failedJobs.cancel(id, { operator, reason: 'Broken' })
  expect(await kindsListed()).toEqual([])
  await recorded.drain()
  expect(await query('select kind, forward_state from inbound_messages where id = $1', [id])).toEqual([
    { kind: 'other', forward_state: 'none' },
  ])
})

test('a forward that was refused is queued again, or given up', async () => {
  const state = { handled_at: ago(50), forward_state: 'failed', attempts: 1, error: '550 no' }
  const [one, two] = [await storeMail(state), await storeMail(state)]
  expect(await kindsListed()).toEqual(['Forward of a reply', 'Forward of a reply'])
  await failedJobs.cancel(two, { operator, reason: 'Not wanted' })
  await failedJobs.retry(one, { operator })
  expect(
    await query('select forward_state from inbound_messages where id = any($1) order by forward_state', [
      [one, two],
    ]),
  ).toEqual([{ forward_state: 'none' }, { forward_state: 'queued' }])
  await query('delete from inbound_messages')
})

test('an erasure that lost its job is done when it is tried again, and can’t be cancelled', async () => {
  await query('update users set deleting_at = $1 where id = $2', [ago(120), bob.id])
  expect((await failedJobs.list()).jobs).toMatchObject([
    { id: bob.id, kind: 'Erasure of an account', can_cancel: false, account: { email: bob.email } },
  ])
  await expect(failedJobs.cancel(bob.id, { operator, reason: 'No' })).rejects.toThrow(OperatorError)

  await failedJobs.retry(bob.id, { operator })
  await recorded.drain()

  expect(await query('select 1 from users where id = $1', [bob.id])).toEqual([])
  expect(await kindsListed()).toEqual([])
})

test('an import that nobody works on is cancelled, and its account sees that', async () => {
  const [row] = await query<{ id: string }>(
    `insert into imports (owner_id, kind, file_name, encoding, delimiter, columns, mapping, status, created_at, worked_at)
     values ($1, 'prospects', 'secret names.csv', 'utf-8', ',', '[]', '{}', 'importing', $2, $2) returning id`,
    [alice.id, ago(30)],
  )
  const listed = await failedJobs.list()
  expect(listed.jobs).toMatchObject([{ id: row!.id, kind: 'Import of a file', state: 'waiting' }])
  expect(JSON.stringify(listed)).not.toContain('secret names')
  await failedJobs.cancel(row!.id, { operator, reason: 'Stuck' })
  expect(await query('select status from imports')).toEqual([{ status: 'cancelled' }])
  expect(await kindsListed()).toEqual([])
})

test('gathering that failed is begun again by the operator, and a failed campaign only by its account', async () => {
  const [table] = await query<{ id: string }>(
    `insert into business_tables (owner_id, name, query, created_at) values ($1, 'Bakeries', '', $2) returning id`,
    [alice.id, ago(60)],
  )
  await query(
    `insert into businesses (owner_id, table_id, place_id, name, address, position, website, gathering_outcome, created_at, updated_at)
     values ($1, $2, 'p1', 'Bakery', '', 1, 'https://bakery.example', 'interrupted', $3, $3)`,
    [alice.id, table!.id, ago(60)],
  )
  const [job] = await query<{ id: string }>(
    `insert into gathering_jobs (owner_id, table_id, status, total, error, created_at, completed_at)
     values ($1, $2, 'failed', 1, 'Interrupted', $3, $3) returning id`,
    [alice.id, table!.id, ago(30)],
  )
  expect((await failedJobs.list()).jobs).toMatchObject([
    { kind: 'Gathering of a table', reason: 'Interrupted' },
  ])
  await failedJobs.retry(job!.id, { operator })
  expect(await kindsListed()).toEqual([])
  expect(await query('select total from gathering_jobs where status = $1', ['pending'])).toEqual([
    { total: 1 },
  ])

  const [campaign] = await query<{ id: string }>(
    `insert into campaigns (owner_id, name, marketing_copy, status, created_at, updated_at) values ($1, 'Spring', '', 'paused', $2, $2) returning id`,
    [alice.id, ago(60)],
  )
  const [sending] = await query<{ id: string }>(
    `insert into send_jobs (owner_id, campaign_id, status, resend, error, created_at, completed_at)
     values ($1, $2, 'failed', false, 'Paused', $3, $3) returning id`,
    [alice.id, campaign!.id, ago(30)],
  )
  expect((await failedJobs.list()).jobs).toMatchObject([
    { id: sending!.id, can_retry: false, can_cancel: false },
  ])
  await expect(failedJobs.retry(sending!.id, { operator })).rejects.toThrow(
    'Its account restarts the campaign',
  )
})
