import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { businesses } from '../../../db/schema.ts'

const inTable = (owner: OwnerId, tableId: string) =>
  and(eq(businesses.owner_id, owner), eq(businesses.table_id, tableId))

/** How many businesses came to each outcome; null where nobody looked yet. */
export const countOutcomes = (owner: OwnerId, db: Db, tableId: string) =>
  db
    .select({ outcome: businesses.gathering_outcome, businesses: count() })
    .from(businesses)
    .where(inTable(owner, tableId))
    .groupBy(businesses.gathering_outcome)
    .orderBy(desc(count()), asc(businesses.gathering_outcome))

export async function listPlacesOf(
  owner: OwnerId,
  db: Db,
  tableId: string,
  outcomes: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ place_id: businesses.place_id })
    .from(businesses)
    .where(and(inTable(owner, tableId), inArray(businesses.gathering_outcome, [...outcomes])))
    .orderBy(asc(businesses.position))
  return rows.map(({ place_id }) => place_id)
}
