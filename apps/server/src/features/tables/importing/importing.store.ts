import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'

export interface ImportedBusiness {
  name: string
  address: string
  website: string | null
  phone: string | null
  email: string | null
  notes: string | null
}

const SHAPE = sql.raw('name text, address text, website text, phone text, email text, notes text')

/** Which of these businesses the table holds already: name and address in lower case, a line break between. */
export async function listKnown(tx: Db, owner: OwnerId, tableId: string, keys: string[]): Promise<string[]> {
  const names = keys.map((key) => key.slice(0, key.indexOf('\n')))
  const addresses = keys.map((key) => key.slice(key.indexOf('\n') + 1))
  const { rows } = await tx.execute<{ key: string }>(sql`
    select distinct wanted.name || E'\n' || wanted.address as key
    from unnest(${sql.param(names)}::text[], ${sql.param(addresses)}::text[]) as wanted (name, address)
    join businesses on lower(businesses.name) = wanted.name and lower(businesses.address) = wanted.address
      and businesses.table_id = ${tableId}::uuid and businesses.owner_id = ${owner}::uuid`)
  return rows.map(({ key }) => key)
}

export async function updateImported(
  tx: Db,
  owner: OwnerId,
  tableId: string,
  rows: ImportedBusiness[],
  at: string,
) {
  await tx.execute(sql`
    update businesses set
      website = coalesce(given.website, businesses.website),
      phone = coalesce(given.phone, businesses.phone),
      email = coalesce(given.email, businesses.email),
      notes = coalesce(given.notes, businesses.notes),
      updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${SHAPE})
    where businesses.owner_id = ${owner}::uuid and businesses.table_id = ${tableId}::uuid
      and lower(businesses.name) = lower(given.name) and lower(businesses.address) = lower(given.address)`)
}

export async function lastPosition(tx: Db, owner: OwnerId, tableId: string): Promise<number> {
  const { rows } = await tx.execute<{ last: number | null }>(sql`
    select max(position) as last from businesses
    where table_id = ${tableId}::uuid and owner_id = ${owner}::uuid`)
  return rows[0]?.last ?? -1
}
