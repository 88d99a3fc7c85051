import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase, withClient } from '../../test/empty-database.ts'
import { type Database, openDatabase } from './database.ts'

function oneConnection() {
  const database = openDatabase(inject('postgresUrl'), { max: 1 })
  onTestFinished(() => database.close())
  return database
}

/** Runs work while another connection holds the locks of a statement. */
const whileHeld = (statement: string, work: (release: () => Promise<unknown>) => Promise<void>) =>
  withClient(inject('postgresUrl'), async (rival) => {
    await rival.query('begin')
    await rival.query(statement)
    await work(() => rival.query('commit'))
  })

test('a transaction that waits for a lock gives its connection back and runs once', async () => {
  const { db, pool } = oneConnection()
  await pool.query('create table counted (n integer not null)')
  onTestFinished(async () => {
    await pool.query('drop table counted')
  })
  await pool.query('insert into counted values (0)')
  await whileHeld("select pg_advisory_xact_lock(hashtextextended('ledger', 0))", async (release) => {
    let tries = 0
    const waiting = db.transaction(async (tx) => {
      tries++
      await tx.execute(sql`update counted set n = n + 1`)
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('ledger', 0))`)
    })
    await expect.poll(() => tries).toBeGreaterThan(1)
    // There is one connection, and the lock is released only afterwards.
    await pool.query('select 1')
    await release()
    await waiting
  })
  expect((await pool.query('select n from counted')).rows).toEqual([{ n: 1 }])
})

test('a single statement that waits for a row is retried as well', async () => {
  const { db, pool } = oneConnection()
  await pool.query('create table locked_row (n integer not null)')
  onTestFinished(async () => {
    await pool.query('drop table locked_row')
  })
  await pool.query('insert into locked_row values (0)')
  await whileHeld('select * from locked_row for update', async (release) => {
    let isDone = false
    const waiting = db.execute(sql`update locked_row set n = n + 1`).then(() => {
      isDone = true
    })
    for (let asked = 0; asked < 3; asked++) await pool.query('select 1')
    expect(isDone).toBe(false)
    await release()
    await waiting
  })
  expect((await pool.query('select n from locked_row')).rows).toEqual([{ n: 1 }])
})

test('other errors of a transaction are thrown at once', async () => {
  const { db } = oneConnection()
  let tries = 0
  const failing = db.transaction(async (tx) => {
    tries++
    await tx.execute(sql`select 1 / 0`)
  })
  await expect(failing).rejects.toThrow()
  expect(tries).toBe(1)
})

test('a connection that breaks before its transaction begins is replaced', async () => {
  const { db, pool } = oneConnection()
  const begin = () => db.transaction((tx) => tx.execute(sql`select 1`))
  pool.once('acquire', (client) => void client.end())
  await expect(begin()).rejects.toThrow()
  await expect(begin()).resolves.toMatchObject({ rowCount: 1 })
})

test.each([
  ['transaction', (db: Database) => db.transaction((tx) => tx.execute(sql`insert into kept values (1)`))],
  ['statement', (db: Database) => db.execute(sql`insert into kept values (1)`)],
])('after a %s that the server takes no changes for, all connections are replaced', async (_, add) => {
  const { db, pool, close } = openDatabase(await emptyDatabase(), { max: 3 })
  onTestFinished(close)
  await pool.query('create table kept (n integer not null)')
  // Sessions of an old primary that lives on as a standby. New ones find the new primary.
  const old = await Promise.all([1, 2, 3].map(() => pool.connect()))
  for (const client of old) {
    await client.query('set default_transaction_read_only = on')
    client.release()
  }
  expect(pool.idleCount).toBe(3)
  await expect(add(db)).rejects.toMatchObject({ cause: { code: '25006' } })
  await add(db)
  await Promise.all([1, 2, 3].map(() => add(db)))
})
