import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import * as schema from './schema.ts'

const { query } = await startTestApp()
const tables = Object.values(schema).filter((entry) => is(entry, PgTable))

test.each(tables.map((table) => [getTableName(table), table] as const))(
  'the schema of %s is what the migrations make',
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
