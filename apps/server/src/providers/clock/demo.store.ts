import { eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { demo_clock } from '../../db/schema.ts'

export async function readOffset(db: Db, _scope: SystemScope): Promise<number> {
  const [row] = await db
    .select({ offset_seconds: demo_clock.offset_seconds })
    .from(demo_clock)
    .where(eq(demo_clock.is_only, true))
  return row?.offset_seconds ?? 0
}

/** Returns the new offset, or null if it would be more than `max`. A single statement, so parallel calls add up. */
export async function addOffset(
  db: Db,
  _scope: SystemScope,
  { seconds, max }: { seconds: number; max: number },
): Promise<number | null> {
  const sum = sql`${demo_clock.offset_seconds} + ${seconds}`
  const [row] = await db
    .insert(demo_clock)
    .values({ offset_seconds: seconds })
    .onConflictDoUpdate({ target: demo_clock.is_only, set: { offset_seconds: sum }, setWhere: lte(sum, max) })
    .returning({ offset_seconds: demo_clock.offset_seconds })
  return row?.offset_seconds ?? null
}
