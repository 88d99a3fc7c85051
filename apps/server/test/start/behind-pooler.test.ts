import { liveRoutes } from '@goldpan/contract/live'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { emptyDatabase, withClient } from '../empty-database.ts'
import { startSink } from '../faults/mail-sink.ts'
import { startWorker, until } from '../faults/worker-process.ts'
import { startTestApp } from '../harness.ts'
import { startPgBouncer } from '../pgbouncer.ts'
import { startProduct } from '../product-process.ts'
import { readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { startAndEnd } from './ended-start.ts'
import { newFolder } from './folders-for-tests.ts'

const RECIPIENTS = 60

const { alice, app, query, drain } = await startTestApp({ ports: { systemClock } })

test('behind PgBouncer the whole program prepares an empty database, imports places and listens', async () => {
  const direct = await emptyDatabase()
  const { url } = await startPgBouncer(direct, { default_pool_size: 4 })
  const settings = {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: direct,
    DATA_DIR: newFolder(),
    PORT: '0',
    DEMO: 'on',
    LOG_LEVEL: 'warn',
  }
  const product = await startProduct(settings)
  const health = await fetch(`${product.url}/api/health/ready`)
  expect(await health.json()).toMatchObject({ status: 'ready', queue: true })
  await withClient(direct, async (client) => {
    const { rows } = await client.query('select count(*)::integer as places from places.place')
    expect(rows[0].places).toBeGreaterThan(500)
    const countListening = async () =>
      (
        await client.query(
          `select from pg_stat_activity where application_name = 'goldpan-jobs' and datname = current_database()
             and (query ilike 'listen%' or query = 'select 1')`,
        )
      ).rows.length
    await expect.poll(countListening, { message: 'the queue listens on the direct address' }).toBe(1)
    // Work that just began holds some for a moment.
    const countLocks = async () =>
      (await client.query("select from pg_locks where locktype = 'advisory'")).rows.length
    await expect.poll(countLocks, { message: 'no lock stays on a pooled connection' }).toBe(0)
  })
  const again = await startProduct({ ...settings, DATA_DIR: newFolder(), ROLES: 'worker' })
  expect([await again.stop(), await product.stop()]).toEqual([0, 0])
})

test('behind PgBouncer every message of a campaign leaves once, and a killed worker is followed by another', async () => {
  const direct = app.database.url
  const { url } = await startPgBouncer(direct, { default_pool_size: 3 })
  const sink = await startSink(() => Math.random() * 10)
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id } = await writeCampaign(alice, RECIPIENTS)
  await drain()
  const { answer } = await startSend(alice, id)
  const start = () =>
    startWorker({
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: direct,
      MAIL_SMTP_URL: sink.url,
      SEND_CONCURRENCY: '3',
    })
  const received = () => sink.accepted.filter(({ messageId }) => messageId.startsWith('v1.'))
  const first = await start()
  await until('the worker is in the middle of sending', () => received().length >= 15)
  await first.kill()
  const second = await start()
  await until(
    'the job is completed',
    async () => (await readJob(alice, answer.job_id)).status === 'completed',
  )
  const addresses = received().map(({ to }) => to)
  expect(new Set(addresses).size, 'nobody got a message twice').toBe(addresses.length)
  const rows = await query<{ state: string; n: number }>(
    'select state, count(*)::integer as n from recipients where job_id = $1 group by state order by state',
    [answer.job_id],
  )
  expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(RECIPIENTS)
  expect(rows.filter(({ state }) => !['sent', 'unconfirmed'].includes(state))).toEqual([])
  expect(await second.stop()).toBe(0)
})

test('a web process behind PgBouncer tells open screens what another process changed', async () => {
  const direct = app.database.url
  const { url } = await startPgBouncer(direct)
  const web = await startProduct({
    ROLES: 'web',
    PORT: '0',
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: direct,
    DATA_DIR: newFolder(),
  })
  const session = await app.features.sessions.start(app.database.db, alice.id, 'test')
  const cookie = `${SESSION_COOKIE}=${session}`
  const answer = await fetch(web.url + liveRoutes.stream.path, { headers: { cookie } })
  expect(answer.status).toBe(200)
  let told = ''
  const reading = (async () => {
    for await (const part of answer.body!) told += Buffer.from(part).toString()
  })().catch(() => undefined)
  await until('the stream is open', () => told.includes('event: ping'))
  await until('a change is told', async () => {
    await query("select pg_notify('goldpan_changes', $1 || ' prospects')", [alice.id])
    return told.includes('"prospects"')
  })
  expect(await web.stop()).toBe(0)
  await reading
})

test('without the direct address the start ends with one sentence', async () => {
  const { url } = await startPgBouncer(await emptyDatabase())
  const { code, errors } = await startAndEnd({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: newFolder(),
  })
  expect(errors).toMatch(/^DATABASE_URL leads to a pooler [^\n]*Please set DATABASE_DIRECT_URL[^\n]*\n$/)
  expect(code).toBe(1)
})
