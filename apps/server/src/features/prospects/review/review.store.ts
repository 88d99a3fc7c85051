import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { business_tables, discarded_prospects, prospects } from '../../../db/schema.ts'
import type { ProspectRow } from '../prospects.store.ts'

const toReview = (owner: OwnerId, tableId: string) =>
  and(
    eq(prospects.owner_id, owner),
    eq(prospects.business_table_id, tableId),
    isNull(prospects.reviewed_at),
    isNotNull(prospects.source_url),
  )

export async function listToReview(db: Db, owner: OwnerId, tableId: string, limit: number) {
  return db
    .select({ prospect: prospects, table: { id: business_tables.id, name: business_tables.name } })
    .from(prospects)
    .leftJoin(business_tables, eq(business_tables.id, prospects.business_table_id))
    .where(toReview(owner, tableId))
    .orderBy(asc(prospects.created_at), asc(prospects.id))
    .limit(limit)
}

export const countToReview = (db: Db, owner: OwnerId, tableId: string): Promise<number> =>
  db.$count(prospects, toReview(owner, tableId))

export async function setReviewed(
  db: Db,
  owner: OwnerId,
  id: string,
  reviewedAt: string | null,
): Promise<boolean> {
  const rows = await db
    .update(prospects)
    .set({ reviewed_at: reviewedAt })
    .where(and(eq(prospects.owner_id, owner), eq(prospects.id, id)))
    .returning({ id: prospects.id })
  return rows.length > 0
}

/** Null when there is none any more. */
export async function restoreDiscarded(tx: Db, owner: OwnerId, id: string): Promise<ProspectRow | null> {
  const own = and(eq(discarded_prospects.owner_id, owner), eq(discarded_prospects.id, id))
  const [kept] = await tx.delete(discarded_prospects).where(own).returning()
  if (!kept) return null
  await tx.execute(sql`
    insert into ${prospects}
    select restored.* from jsonb_populate_record(null::${prospects}, ${JSON.stringify(kept.prospect)}::jsonb || jsonb_build_object(
      'business_table_id', (select id from ${business_tables} where owner_id = ${owner} and id::text = ${kept.prospect.business_table_id ?? ''})
    )) as restored`)
  const [row] = await tx
    .select()
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), eq(prospects.id, id)))
  return row ?? null
}

export async function forgetDiscarded(db: Db, _scope: SystemScope, before: string) {
  await db.delete(discarded_prospects).where(lt(discarded_prospects.discarded_at, before))
}
