import {
  and,
  asc,
  eq,
  getTableColumns,
  getTableName,
  is,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'
import type { OwnerId } from './owner.ts'
import * as schema from './schema.ts'

/** Never exported, not even to their owner: a copy could be attacked offline. */
const SECRETS = new Set([
  'password_hash',
  'token_hash',
  'sealed_password',
  'sealed_secret',
  'sealed_verifier',
  'state_hash',
  // The operator of an audit log entry is a person, too.
  'operator',
])

/** Computed from rows that are exported, of the last seconds, or only a job's place. */
const LEFT_OUT = new Set(['conversation_words', 'conversation_presence', 'text_moves'])

/** Columns with the key of an uploaded file, and the folder of that key. */
const FILE_COLUMNS: Record<string, Record<string, string>> = {
  signature_images: { key: 'signatures/' },
  support_requests: { screenshot_key: '' },
}

/** Keys of tables without an `id`. Tables with neither have only a few rows per owner. */
const KEYS: Record<string, string[]> = {
  answer_drafts: ['conversation_id', 'user_id'],
  deleted_prospects: ['place_id', 'email_hash'],
  notices: ['cause'],
  return_addresses: ['email_id'],
  sent_texts: ['recipient_id'],
}

/** A page ends at whichever limit comes first. */
const PAGE_ROWS = 500
const PAGE_BYTES = 2 ** 20
/** Long values are read in pieces of this size. */
const PIECE_BYTES = 2 ** 20

/** A value of possibly many megabytes, such as a raw message. Read in pieces while it is written. */
export class LongBytes {
  readonly pieces: () => AsyncIterable<Buffer>
  constructor(pieces: () => AsyncIterable<Buffer>) {
    this.pieces = pieces
  }
}

interface OwnedTable {
  name: string
  table: PgTable
  columns: Record<string, PgColumn>
  /** False for tables of people, such as sessions, which have no rows of organizations. */
  isShared: boolean
  isOwn: SQL | undefined
}

const { answer_drafts, answer_files } = schema

/** Rows of a member that nobody else in the organization sees. */
const PERSONAL: Record<string, PgColumn> = { answer_drafts: answer_drafts.user_id }
/** Files of a draft are its writer's; sent ones are the organization's. */
const isOwnFile = (owner: OwnerId) =>
  or(
    and(isNotNull(answer_files.answer_id), eq(answer_files.owner_id, owner)),
    and(isNull(answer_files.answer_id), eq(answer_files.user_id, owner)),
  )

/** All tables with rows of one owner, read from the schema, so that a new table can't be forgotten in an export. */
export function listOwnedTables(owner: OwnerId): OwnedTable[] {
  return Object.values(schema).flatMap((table: unknown) => {
    if (!is(table, PgTable)) return []
    const name = getTableName(table)
    const all: Record<string, PgColumn> = getTableColumns(table)
    const { owner_id } = all
    const column = name === 'users' ? all.id : (PERSONAL[name] ?? owner_id ?? all.user_id ?? all.account_id)
    if (!column || LEFT_OUT.has(name)) return []
    const columns = Object.fromEntries(Object.entries(all).filter(([one]) => !SECRETS.has(one)))
    const isOwn = name === 'answer_files' ? isOwnFile(owner) : eq(column, owner)
    return [{ name, table, columns, isShared: column === owner_id, isOwn }]
  })
}

/** Reads a table's rows of one owner page by page. Bytes come as LongBytes. */
export async function* readOwnedRows(
  db: Db,
  owner: OwnerId,
  { name, table, columns, isOwn: own }: OwnedTable,
): AsyncGenerator<Record<string, unknown>> {
  const long = Object.keys(columns).filter((column) => isBytes(columns[column]!))
  const short = Object.fromEntries(Object.entries(columns).filter(([column]) => !long.includes(column)))
  const keys = columns.id ? ['id'] : (KEYS[name] ?? [])
  const key = keys.map((column) => columns[column]!)
  const query = (where: SQL | undefined) => db.select(short).from(table).where(where)
  if (key.length === 0) return yield* await query(own)
  for (let last: unknown[] | null = null; ; ) {
    const where: SQL | undefined = last ? and(own, sql`(${list(key)}) > (${list(last)})`) : own
    const limit = await countPage(db, owner, { table, key, where, columns: Object.values(short) })
    if (limit === 0) return
    const rows: Record<string, unknown>[] = await query(where)
      .orderBy(...key.map((column) => asc(column)))
      .limit(limit)
    for (const row of rows) {
      const isRow = and(own, sql`(${list(key)}) = (${list(keys.map((column) => row[column]))})`)
      const values = long.map((column) => [column, readPieces(db, owner, table, columns[column]!, isRow)])
      yield { ...row, ...Object.fromEntries(values) }
    }
    if (rows.length === 0) return
    last = keys.map((column) => rows.at(-1)?.[column])
  }
}

const isBytes = (column: PgColumn) => column.getSQLType() === 'bytea'
const list = (values: unknown[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )

/** Rows in the next page, fewer if they are large. At least one if there is one. */
async function countPage(
  db: Db,
  _owner: OwnerId,
  page: { table: PgTable; key: PgColumn[]; where: SQL | undefined; columns: PgColumn[] },
): Promise<number> {
  const sizes = page.columns
    .filter((column) => ['text', 'jsonb'].includes(column.getSQLType()))
    .map((column) =>
      column.getSQLType() === 'text'
        ? sql`coalesce(octet_length(${column}), 0)`
        : sql`coalesce(pg_column_size(${column}), 0)`,
    )
  const size = sizes.length > 0 ? sql.join(sizes, sql` + `) : sql`0`
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (
      select sum(size) over (order by at) - size as before from (
        select ${size} as size, row_number() over (order by ${list(page.key)}) as at from ${page.table}
        where ${page.where} order by ${list(page.key)} limit ${PAGE_ROWS}) rows) sized
      where before < ${PAGE_BYTES}`,
  )
  return rows[0]?.n ?? 0
}

/** Reads a long value in pieces, from the start on each call. */
function readPieces(
  db: Db,
  _owner: OwnerId,
  table: PgTable,
  column: PgColumn,
  where: SQL | undefined,
): LongBytes {
  return new LongBytes(async function* () {
    for (let from = 1; ; from += PIECE_BYTES) {
      const piece = sql<Buffer | null>`substring(${column} from ${from}::int for ${PIECE_BYTES}::int)`
      const [row] = await db.select({ piece }).from(table).where(where)
      if (row?.piece?.length) yield row.piece
      if (!row?.piece || row.piece.length < PIECE_BYTES) return
    }
  })
}

/** Keys of all files the owner has uploaded. */
export async function listOwnedFiles(db: Db, owner: OwnerId): Promise<string[]> {
  const keys: string[] = []
  for (const owned of listOwnedTables(owner))
    for (const [column, folder] of Object.entries(FILE_COLUMNS[owned.name] ?? {}))
      for await (const row of readOwnedRows(db, owner, owned))
        if (typeof row[column] === 'string') keys.push(folder + row[column])
  return keys
}
