import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { applyNamed } from '../../src/db/migrate.ts'

/**
 * The versions that an installation may come from, as they were: what each added to the schema, and rows of somebody
 * who used it then. They were not made in the order of their numbers.
 */
const versions = [
  {
    name: '1-first-release',
    migrations: [
      ...['0001_accounts_and_usage', '0002_tables_and_prospects', '0003_campaigns'],
      ...['0004_sending_and_tracking', '0005_billing', 'places/0001_places'],
    ],
  },
  {
    name: '2-organizations',
    migrations: ['0010_details_that_expire', '0070_owners', '0071_booking', '0072_organizations'],
  },
  {
    name: '3-care',
    migrations: [
      ...['0020_long_lists', '0030_polite_gathering', '0040_generations', '0060_suppression_list'],
      ...['0061_sending_domains', '0062_click_tracking'],
    ],
  },
  {
    name: '4-answers',
    migrations: [
      ...[
        '0021_imports',
        '0031_prospect_care',
        '0050_limits_of_sending',
        '0063_answers',
        'places/0002_looking_up',
      ],
    ],
  },
  {
    name: '5-languages',
    migrations: [
      ...['0073_names_in_order', '0074_lists_in_order', '0080_language_of_messages'],
      ...['0081_category_of_businesses', '0090_care_of_sending', '0100_replaced_session_tokens'],
    ],
  },
] as const

export type Version = (typeof versions)[number]['name']
export const versionNames: readonly Version[] = versions.map(({ name }) => name)

/** A database as somebody left it who had used every version up to this one. */
export async function buildInstallation(upTo: Version): Promise<string> {
  const url = await emptyDatabase()
  await withClient(url, async (client) => {
    for (const { name, migrations } of versions.slice(0, versionNames.indexOf(upTo) + 1)) {
      const files = migrations.map((migration) => `${migration}.sql`)
      await applyNamed(client, files, '2026-02-01 08:00+00')
      await client.query(readFileSync(path.join(import.meta.dirname, `${name}.sql`), 'utf8'))
    }
  })
  return url
}

export async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `upgraded_${randomUUID().slice(0, 8)}`
  await withClient(server, (client) => client.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function withClient<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Row = Record<string, unknown>

/** Every row of every table, as JSON has it. */
export async function readRows(client: pg.Client): Promise<Map<string, Row[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('public', 'places') and tablename <> 'goldpan_migrations' order by 1`,
  )
  const found = new Map<string, Row[]>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t`)
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}

/** Columns, references, checks, indexes, functions and triggers: in words that don't depend on the order they were made in. */
export async function readSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('column %s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema in ('public', 'places')
    union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid))
      from pg_constraint where connamespace in ('public'::regnamespace, 'places'::regnamespace) and conrelid <> 0
    union all select indexdef from pg_indexes where schemaname in ('public', 'places')
    union all select pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace in ('public'::regnamespace, 'places'::regnamespace) and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`)
  return rows.map(({ line }) => line)
}
