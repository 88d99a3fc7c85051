import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../test/empty-database.ts'
import { startPgBouncer } from '../../test/pgbouncer.ts'
import { openDatabase } from './database.ts'
import { checkDatabase } from './first-connection.ts'
import { migrate } from './migrate.ts'

const AT = '2026-03-02T09:00:00.000Z'

function open(url: string, directUrl: string | null) {
  const database = openDatabase(url, { max: 3, directUrl })
  onTestFinished(() => database.close())
  return database
}

test('behind PgBouncer without the direct address, a start is refused with a sentence', async () => {
  const directUrl = await emptyDatabase()
  const { url } = await startPgBouncer(directUrl)
  const sentence = /^DATABASE_URL leads to a pooler .* DATABASE_DIRECT_URL.*Nothing was changed/
  await expect(checkDatabase(open(url, null))).rejects.toThrow(sentence)
  const ignoring = await startPgBouncer(directUrl, {
    ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  })
  await expect(checkDatabase(open(ignoring.url, null))).rejects.toThrow(sentence)
  await expect(checkDatabase(open(url, ignoring.url))).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads to a pooler/,
  )
})

test('behind PgBouncer with the direct address, transactions keep their limits and statements work', async () => {
  const directUrl = await emptyDatabase()
  const { url } = await startPgBouncer(directUrl, { default_pool_size: 2 })
  const database = open(url, directUrl)
  await checkDatabase(database)
  expect(await migrate(database.direct, AT)).toBeGreaterThan(1)
  const limits = await database.db.transaction((tx) =>
    tx.execute(
      sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    ),
  )
  expect(limits.rows).toEqual([{ lock: '250ms', statement: '1min' }])
  const after = await database.db.execute(sql`select current_setting('lock_timeout') as lock`)
  expect(after.rows, 'nothing stays on a shared connection').toEqual([{ lock: '0' }])
  const many = Array.from({ length: 60 }, (_, n) =>
    database.db.transaction(async (tx) => (await tx.execute(sql`select ${n}::integer as n`)).rows[0]),
  )
  expect(await Promise.all(many)).toEqual(many.map((_, n) => ({ n })))
})

test('two addresses of different databases are refused', async () => {
  const [one, other] = [await emptyDatabase(), await emptyDatabase()]
  const { url } = await startPgBouncer(one)
  await expect(checkDatabase(open(url, other))).rejects.toThrow(/lead to different databases/)
})
