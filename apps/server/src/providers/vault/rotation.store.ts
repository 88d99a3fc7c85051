import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'

/** A table with sealed secrets. */
export interface SealedColumn {
  table: string
  key: string
  column: string
  purpose: string
  /** The row can be replaced now. */
  isFree?: SQL
}

/** All but the check value, and jobs. */
export const SEALED_COLUMNS: SealedColumn[] = [
  { table: 'dkim_keys', key: 'id', column: 'sealed_key', purpose: 'dkim-key' },
  {
    table: 'mailboxes',
    key: 'id',
    column: 'sealed_secret',
    purpose: 'sender-mailbox',
    // The process that is spending a refresh token stores its successor only if the text is still the one it read.
    isFree: sql`(refreshing_until is null or refreshing_until <= now())`,
  },
  { table: 'sender_mailboxes', key: 'owner_id', column: 'sealed_password', purpose: 'sender-mailbox' },
  { table: 'mailbox_sign_ins', key: 'id', column: 'sealed_verifier', purpose: 'mailbox-sign-in' },
]

export interface SealedRow {
  key: string
  sealed: string
}

/** The next rows with a secret, in the order of their keys. */
export async function listRows(
  db: Db,
  _scope: SystemScope,
  { table, key, column }: SealedColumn,
  { after, limit }: { after: string | null; limit: number },
): Promise<SealedRow[]> {
  const [id, text] = [sql.identifier(key), sql.identifier(column)]
  const { rows } = await db.execute<SealedRow & Record<string, unknown>>(sql`
    select ${id} as key, ${text} as sealed from ${sql.identifier(table)}
    where ${text} <> '' and (${after}::uuid is null or ${id} > ${after}::uuid) order by ${id} limit ${limit}`)
  return rows
}

/** False if the row holds another text by now, is gone, or isn't free. */
export async function replaceRow(
  db: Db,
  _scope: SystemScope,
  { table, key, column, isFree = sql`true` }: SealedColumn,
  row: SealedRow,
  sealed: string,
): Promise<boolean> {
  const text = sql.identifier(column)
  const { rowCount } = await db.execute(sql`
    update ${sql.identifier(table)} set ${text} = ${sealed}
    where ${sql.identifier(key)} = ${row.key}::uuid and ${text} = ${row.sealed} and ${isFree}`)
  return rowCount === 1
}

export interface SealedJob extends SealedRow {
  name: string
}

/** Waiting and failed jobs with a sealed payload. None before the first start of the queue. */
export async function listJobs(
  db: Db,
  _scope: SystemScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<SealedJob[]> {
  const found = await db.execute<{ has: boolean }>(sql`select to_regclass('pgboss.job') is not null as has`)
  if (!found.rows[0]?.has) return []
  const { rows } = await db.execute<SealedJob & Record<string, unknown>>(sql`
    select id as key, name, data->>'sealed' as sealed from pgboss.job
    where data->>'sealed' is not null and state in ('created', 'retry', 'active', 'failed')
      and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`)
  return rows
}

export async function replaceJob(
  db: Db,
  _scope: SystemScope,
  { key, name, sealed }: SealedJob,
  replacement: string,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update pgboss.job set data = jsonb_set(data, '{sealed}', to_jsonb(${replacement}::text))
    where name = ${name} and id = ${key}::uuid and data->>'sealed' = ${sealed}`)
  return rowCount === 1
}
