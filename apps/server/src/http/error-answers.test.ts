import { createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { openDatabase } from '../db/database.ts'
import { createDiskFiles } from '../providers/files/disk.ts'
import { toAnswer } from './error-answers.ts'

const { app } = await startTestApp()

/** Returns the response to an error, and its log lines. */
function respondTo(error: unknown) {
  const logged: string[] = []
  const log = { warn: () => logged.push('warn'), error: () => logged.push('error') }
  const { status, body } = toAnswer(error, { log, routeOptions: {} } as unknown as FastifyRequest)
  return [status, body.code, ...logged]
}

const errorOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail')
}

/** A port that nobody listens on. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a query with a malformed id is our fault: a logged 500, not a silent 404', async () => {
  const error = await errorOf(() => app.database.db.execute(sql`select ${'no id'}::uuid`))
  expect(respondTo(error)).toEqual([500, 'server.failed', 'error'])
})

test('only database connections that fail count as an unavailable database', async () => {
  const port = await findClosedPort()
  const away = openDatabase(`postgres://nobody@127.0.0.1:${port}/none`, { max: 1 })
  onTestFinished(() => away.close())
  for (const ask of [
    () => away.db.execute(sql`select 1`),
    () => away.db.transaction(async () => undefined),
    () => away.pool.query('select 1'),
    () => away.pool.connect(),
  ])
    expect(respondTo(await errorOf(ask))).toEqual([503, 'server.unavailable', 'warn'])
})

test('a connection closed during a transaction counts as an unavailable database', async () => {
  const end = () =>
    app.database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined)
      await tx.execute(sql`select 1`)
    })
  expect(respondTo(await errorOf(end))).toEqual([503, 'server.unavailable', 'warn'])
})

test('an unreachable service other than the database is a logged 500', async () => {
  const port = await findClosedPort()
  const error = (await errorOf(() => fetch(`http://127.0.0.1:${port}`))) as Error
  expect((error.cause as { code: string }).code).toBe('ECONNREFUSED')
  expect(respondTo(error)).toEqual([500, 'server.failed', 'error'])
  for (const code of ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'])
    expect(respondTo(Object.assign(new Error('the mail server went away'), { code }))).toEqual([
      500,
      'server.failed',
      'error',
    ])
})

test('only our disk and the database’s are reported as unwritable', async () => {
  const files = createDiskFiles('/dev/null/nowhere')
  const error = (await errorOf(() => files.put('signatures/a.png', Buffer.from('x')))) as { code: string }
  expect(respondTo(Object.assign(error, { code: 'EACCES' }))).toEqual([503, 'server.unwritable', 'error'])
  for (const code of ['EACCES', 'ENOSPC', 'EPERM'])
    expect(respondTo(Object.assign(new Error('connect'), { code }))).toEqual([500, 'server.failed', 'error'])
})

test('a database that takes no changes is told apart from a full disk', async () => {
  const readOnly = () =>
    app.database.db.transaction(
      (tx) => tx.execute(sql`update users set first_name = first_name where false`),
      { accessMode: 'read only' },
    )
  expect(respondTo(await errorOf(readOnly))).toEqual([503, 'server.read_only', 'error'])
})
