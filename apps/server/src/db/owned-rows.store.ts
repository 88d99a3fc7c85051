import { and, asc, eq, getTableColumns, getTableName, gt, is, type SQL } from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'
import type { OwnerId } from './owner.ts'
import * as schema from './schema.ts'

/** Never handed out, not even to the person they belong to: whoever reads them could try to break them. */
const SECRETS = new Set(['password_hash', 'token_hash', 'sealed_password'])

/** Columns that name an uploaded file, and the folder that its key stands in. */
const FILE_COLUMNS: Record<string, Record<string, string>> = {
  signature_images: { key: 'signatures/' },
  support_requests: { screenshot_key: '' },
}

const PAGE = 500

export interface OwnedTable {
  name: string
  table: PgTable
  columns: Record<string, PgColumn>
  owner: PgColumn
}

/**
 * Every table with rows that belong to one person, found in the schema itself: a table of a new feature can't be
 * forgotten when somebody asks for their data.
 */
export function listOwnedTables(_owner: OwnerId): OwnedTable[] {
  return Object.values(schema).flatMap((table: unknown) => {
    if (!is(table, PgTable)) return []
    const name = getTableName(table)
    const all: Record<string, PgColumn> = getTableColumns(table)
    const owner = name === 'users' ? all.id : (all.owner_id ?? all.user_id)
    if (!owner) return []
    const columns = Object.fromEntries(Object.entries(all).filter(([column]) => !SECRETS.has(column)))
    return [{ name, table, columns, owner }]
  })
}

/** A table's rows of one person, read page by page. */
export async function* readOwnedRows(
  owner: OwnerId,
  db: Db,
  { table, columns, owner: ownerColumn }: OwnedTable,
): AsyncGenerator<Record<string, unknown>> {
  const { id } = columns
  const own = eq(ownerColumn, owner)
  const query = (where: SQL | undefined) => db.select(columns).from(table).where(where)
  if (!id) return yield* await query(own)
  for (let last: unknown = null; ; ) {
    const rows = await query(last === null ? own : and(own, gt(id, last)))
      .orderBy(asc(id))
      .limit(PAGE)
    yield* rows
    if (rows.length < PAGE) return
    last = rows.at(-1)?.id
  }
}

/** The keys of all files that one person has uploaded. */
export async function listOwnedFiles(owner: OwnerId, db: Db): Promise<string[]> {
  const keys: string[] = []
  for (const owned of listOwnedTables(owner))
    for (const [column, folder] of Object.entries(FILE_COLUMNS[owned.name] ?? {}))
      for await (const row of readOwnedRows(owner, db, owned))
        if (typeof row[column] === 'string') keys.push(folder + row[column])
  return keys
}
