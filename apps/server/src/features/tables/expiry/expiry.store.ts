import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { SystemScope } from '../../../db/owner.ts'
import { businesses } from '../../../db/schema.ts'
import type { BusinessRow } from '../tables.store.ts'

/** Ids of places, in order, whose details have expired in some table. */
export async function listExpiredPlaces(
  db: Db,
  _scope: SystemScope,
  { now, after, limit }: { now: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ place_id: businesses.place_id })
    .from(businesses)
    .where(and(lte(businesses.expires_at, now), gt(businesses.place_id, after)))
    .orderBy(asc(businesses.place_id))
    .limit(limit)
  return rows.map(({ place_id }) => place_id)
}

/** Replaces the expired details of a place in every table that holds it. */
export async function replaceExpired(
  db: Db,
  _scope: SystemScope,
  { placeId, now }: { placeId: string; now: string },
  details: Partial<BusinessRow>,
): Promise<void> {
  await db
    .update(businesses)
    .set(details)
    .where(and(eq(businesses.place_id, placeId), lte(businesses.expires_at, now)))
}
