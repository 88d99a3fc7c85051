import type { BusinessSelection } from '@goldpan/contract/tables'
import { lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { businesses, removed_businesses } from '../../../db/schema.ts'
import { selected } from '../listing/listing.store.ts'

/** Keeps the rows as they stood. Answers how many there were. */
export async function removeSelected(
  db: Db,
  owner: OwnerId,
  tableId: string,
  { selection, id, at }: { selection: BusinessSelection; id: string; at: string },
): Promise<number> {
  const gone = db
    .delete(businesses)
    .where(selected(owner, tableId, selection))
    .returning()
  const { rowCount } = await db.execute(sql`
    with gone as ${gone}
    insert into ${removed_businesses} (id, owner_id, table_id, removal_id, business, removed_at)
    select id, owner_id, table_id, ${id}::uuid, to_jsonb(gone), ${at}::timestamptz from gone
    on conflict (id) do nothing`)
  return rowCount ?? 0
}

/** Null when there is no such removal any more; a place that was added again meanwhile stays as it is. */
export async function restoreRemoved(
  tx: Db,
  owner: OwnerId,
  tableId: string,
  id: string,
): Promise<number | null> {
  const kept = await tx.execute<{ business: unknown }>(sql`
    delete from ${removed_businesses}
    where owner_id = ${owner} and table_id = ${tableId}::uuid and removal_id = ${id}::uuid
    returning business`)
  if (kept.rows.length === 0) return null
  const { rowCount } = await tx.execute(sql`
    insert into ${businesses}
    select restored.* from jsonb_populate_recordset(null::${businesses}, ${JSON.stringify(kept.rows.map(({ business }) => business))}::jsonb) as restored
    on conflict do nothing`)
  return rowCount ?? 0
}

export async function forgetRemoved(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(removed_businesses).where(lt(removed_businesses.removed_at, before))
}
