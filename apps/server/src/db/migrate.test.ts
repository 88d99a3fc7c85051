import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

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

test('a migration that was changed after it ran refuses the start and names its file, of the application and of places', async () => {
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
      new RegExp(`^The migration \\S+/${file} is not the one that this database ran: .* Nothing was changed`),
    )
    await pool.query('update goldpan_migrations set checksum = $2 where name = $1', [name, rows[0]!.checksum])
    expect(await migrate(pool, AT)).toBe(0)
  }
})

test('nothing new is applied where a migration was changed', async () => {
  const pool = await newDatabase()
  await migrate(pool, AT)
  const applied = () => pool.query<{ name: string }>('select name from goldpan_migrations order by 1')
  const last = (await applied()).rows.at(-1)!.name
  await pool.query('delete from goldpan_migrations where name = $1', [last])
  await pool.query("update goldpan_migrations set checksum = 'x' where name = '0001_baseline.sql'")
  await expect(migrate(pool, AT)).rejects.toThrow('0001_baseline.sql')
  expect((await applied()).rows.map(({ name }) => name)).not.toContain(last)
})

test('a database that ran a migration this version lacks refuses the start and names it, whichever version wrote it', async () => {
  const pool = await newDatabase()
  await migrate(pool, AT)
  await pool.query("insert into goldpan_migrations values ('0999_draft.sql', 'x', $1)", [AT])
  await expect(migrate(pool, AT)).rejects.toThrow(
    /^The database ran the migration 0999_draft\.sql, .* newer or in development\. Nothing was changed/,
  )
})
