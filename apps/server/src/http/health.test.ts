import { accountRoutes } from '@goldpan/contract/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { SECRET_KEY } from '../../test/secret-key.ts'
import { openDatabase } from '../db/database.ts'
import { createPgBossJobs } from '../providers/jobs/pg-boss.ts'
import { createAesVault, keysOfText } from '../providers/vault/aes-vault.ts'

function createQueue(databaseUrl: string) {
  const database = openDatabase(databaseUrl, { max: 2 })
  const jobs = createPgBossJobs({
    databaseUrl,
    pool: database.pool,
    connections: 2,
    vault: createAesVault(keysOfText(SECRET_KEY)[0]),
    onError: () => undefined,
  })
  onTestFinished(async () => {
    await jobs.stop()
    await database.close()
  })
  return jobs
}

test('a process is ready once its queue is open, and serves requests before that', async () => {
  const { databaseUrl } = await startTestApp()
  // Another process has created the queue's tables.
  await createQueue(databaseUrl).start({ work: false })
  const jobs = createQueue(databaseUrl)
  const { app, visitor } = await startTestApp({
    databaseUrl,
    ports: { jobs: { ...jobs, start: async () => undefined } },
  })
  const askReady = async () => {
    const { statusCode, body } = await app.server.inject('/api/health/ready')
    return { statusCode, ...JSON.parse(body) }
  }
  expect(await askReady()).toMatchObject({ statusCode: 503, database: true, migrations: true, queue: false })

  const asked = await visitor.call(accountRoutes.requestReset, { body: { email: 'ada@customer.example' } })

  expect(asked.status).toBe(200)
  await jobs.start({ work: false })
  expect(await askReady()).toMatchObject({ statusCode: 200, status: 'ready', queue: true })
})

test('a process whose database takes no changes is not ready', async () => {
  const { app, query } = await startTestApp()
  const askReady = async () => JSON.parse((await app.server.inject('/api/health/ready')).body)
  expect(await askReady()).toMatchObject({ database: true, writable: true })
  const [{ name }] = (await query<{ name: string }>('select current_database() as name')) as [
    { name: string },
  ]
  await query(`alter database "${name}" set default_transaction_read_only = on`)
  // As after a failover: connections opened before it are gone.
  await query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  ).catch(() => undefined)
  await expect.poll(askReady).toMatchObject({ database: true, writable: false })
  expect((await app.server.inject('/api/health/ready')).statusCode).toBe(503)
})
