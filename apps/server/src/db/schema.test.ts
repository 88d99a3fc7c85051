import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import * as schema from './schema.ts'

const { query } = await startTestApp()
const tables = Object.values(schema).filter((entry) => is(entry, PgTable))

test.each(tables.map((table) => [getTableName(table), table] as const))(
  'the schema of %s matches the migrations',
  async (name, table) => {
    const rows = await query<{ column_name: string; is_nullable: string }>(
      "select column_name, is_nullable from information_schema.columns where table_schema = 'public' and table_name = $1",
      [name],
    )
    const migrated = rows.map((row) => `${row.column_name}${row.is_nullable === 'NO' ? ' not null' : ''}`)
    const declared = Object.values(getTableColumns(table)).map(
      (column) => `${column.name}${column.notNull || column.primary ? ' not null' : ''}`,
    )
    expect(declared.toSorted()).toEqual(migrated.toSorted())
  },
)

test('rows of every table are deleted with their owner, a person or an organization', async () => {
  const rows = await query<{ held_by: string }>(
    `select a.attrelid::regclass::text as held_by from pg_attribute a
     join pg_class t on t.oid = a.attrelid and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
     where a.attname = 'owner_id'
       -- Months have a trigger for it.
       and not exists (select from pg_inherits where inhrelid = a.attrelid) and not exists (
       select 1 from pg_constraint c
       where c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum]
         and c.confrelid = 'owners'::regclass and c.confdeltype = 'c'
     )`,
  )
  expect(rows).toEqual([])
})
