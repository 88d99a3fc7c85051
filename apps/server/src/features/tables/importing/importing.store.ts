import { businessFieldNames, optionalBusinessFields } from '@goldpan/contract/fields'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import type { BusinessRow } from '../tables.store.ts'

export type ImportedBusiness = Pick<BusinessRow, (typeof businessFieldNames)[number]>

const SHAPE = sql.raw(businessFieldNames.map((column) => `${column} text`).join(', '))

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
  const filled = optionalBusinessFields.map(
    (field) => `${field} = coalesce(given.${field}, businesses.${field})`,
  )
  await tx.execute(sql`
    update businesses set ${sql.raw(filled.join(', '))},
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
