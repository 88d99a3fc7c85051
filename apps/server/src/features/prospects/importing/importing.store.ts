import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { deleted_prospects, prospects } from '../../../db/schema.ts'

export interface ImportedProspect {
  email: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  title: string | null
  notes: string | null
  status: string
  business_name: string | null
}

const SHAPE = sql.raw(
  'email text, first_name text, last_name text, phone text, title text, notes text, status text, business_name text',
)

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
    insert into prospects (owner_id, business_table_id, email, first_name, last_name, phone, title, notes, status,
      business_name, is_edited, created_at, updated_at)
    select ${owner}::uuid, ${place.tableId}::uuid, email, first_name, last_name, phone, title, notes, status,
      business_name, true, ${place.at}::timestamptz, ${place.at}::timestamptz
    from ${given(rows)}
    on conflict do nothing
    returning lower(email) as email`)
  return added.map(({ email }) => email)
}

/** Fills in what the file says; what it leaves blank stays. A status is not taken over. */
export async function updateImported(tx: Db, owner: OwnerId, rows: ImportedProspect[], at: string) {
  await tx.execute(sql`
    update prospects set
      first_name = coalesce(given.first_name, prospects.first_name),
      last_name = coalesce(given.last_name, prospects.last_name),
      phone = coalesce(given.phone, prospects.phone),
      title = coalesce(given.title, prospects.title),
      notes = coalesce(given.notes, prospects.notes),
      is_edited = true, updated_at = ${at}::timestamptz
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
