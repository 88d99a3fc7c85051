import { optionalProspectFields } from '@goldpan/contract/fields'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { deleted_prospects, prospects } from '../../../db/schema.ts'
import type { ProspectRow } from '../prospects.store.ts'

export type ImportedProspect = Pick<ProspectRow, (typeof COLUMNS)[number]>

const COLUMNS = ['email', ...optionalProspectFields, 'status', 'business_name'] as const
const NAMES = sql.raw(COLUMNS.join(', '))
const SHAPE = sql.raw(COLUMNS.map((column) => `${column} text`).join(', '))

const given = (rows: ImportedProspect[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${SHAPE})`

/** Which of these addresses (in lower case) the owner has already. */
export async function listKnown(tx: Db, owner: OwnerId, emails: string[]): Promise<string[]> {
  const lower = sql<string>`lower(${prospects.email})`
  const rows = await tx
    .select({ email: lower })
    .from(prospects)
    .where(sql`${eq(prospects.owner_id, owner)} and ${lower} = any(${sql.param(emails)}::text[])`)
  return rows.map(({ email }) => email)
}

/** Answers the addresses that were new, in lower case. */
export async function insertImported(
  tx: Db,
  owner: OwnerId,
  rows: ImportedProspect[],
  place: { tableId: string | null; at: string },
): Promise<string[]> {
  const { rows: added } = await tx.execute<{ email: string }>(sql`
    insert into prospects (owner_id, business_table_id, ${NAMES}, is_edited, created_at, updated_at)
    select ${owner}::uuid, ${place.tableId}::uuid, ${NAMES}, true, ${place.at}::timestamptz, ${place.at}::timestamptz
    from ${given(rows)}
    on conflict do nothing
    returning lower(email) as email`)
  return added.map(({ email }) => email)
}

/** Fills in what the file says; what it leaves blank stays. A status is not taken over. */
export async function updateImported(tx: Db, owner: OwnerId, rows: ImportedProspect[], at: string) {
  const filled = optionalProspectFields.map(
    (field) => `${field} = coalesce(given.${field}, prospects.${field})`,
  )
  await tx.execute(sql`
    update prospects set ${sql.raw(filled.join(', '))}, is_edited = true, updated_at = ${at}::timestamptz
    from ${given(rows)}
    where prospects.owner_id = ${owner}::uuid and lower(prospects.email) = lower(given.email)`)
}

/** Whom somebody brings in a file is wanted again. */
export async function forgetDeletedOf(tx: Db, owner: OwnerId, hashes: string[]): Promise<void> {
  await tx.delete(deleted_prospects).where(
    sql`${eq(deleted_prospects.owner_id, owner)} and ${deleted_prospects.place_id} = ''
      and ${deleted_prospects.email_hash} = any(${sql.param(hashes)}::text[])`,
  )
}
