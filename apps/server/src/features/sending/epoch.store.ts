import { isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { installation_epochs, installation_holds } from '../../db/schema.ts'
import type { Epoch } from './epoch.rules.ts'

export const listEpochs = async (db: Db, _scope: SystemScope): Promise<Epoch[]> =>
  db.select().from(installation_epochs)

export async function saveEpoch(db: Db, _scope: SystemScope, epoch: Epoch): Promise<void> {
  const { identity, seen_at } = epoch
  // Processes share a folder; a slower one must not lower the number.
  const set = { identity, seen_at, epoch: sql`greatest(${installation_epochs.epoch}, ${epoch.epoch})` }
  await db
    .insert(installation_epochs)
    .values(epoch)
    .onConflictDoUpdate({ target: installation_epochs.place, set })
}

export async function findHold(db: Db, _scope: SystemScope): Promise<string | null> {
  const [row] = await db
    .select({ sentence: installation_holds.sentence })
    .from(installation_holds)
    .where(or(isNull(installation_holds.lifted_at), isNull(installation_holds.settled_at)))
    .limit(1)
  return row?.sentence ?? null
}

export async function insertHold(db: Db, _scope: SystemScope, sentence: string, at: string): Promise<void> {
  await db.insert(installation_holds).values({ sentence, at })
}

export async function hasUnsettled(db: Db, _scope: SystemScope): Promise<boolean> {
  return (await db.$count(installation_holds, isNull(installation_holds.settled_at))) > 0
}

export async function settleHolds(db: Db, _scope: SystemScope, at: string): Promise<void> {
  await db.update(installation_holds).set({ settled_at: at }).where(isNull(installation_holds.settled_at))
}

/** The backup was taken during a hold. */
export async function unsettleHolds(db: Db, _scope: SystemScope): Promise<void> {
  await db.update(installation_holds).set({ settled_at: null }).where(isNull(installation_holds.lifted_at))
}

/** Returns the number of holds lifted. */
export async function liftHolds(db: Db, _scope: SystemScope, at: string): Promise<number> {
  const rows = await db
    .update(installation_holds)
    .set({ lifted_at: at })
    .where(isNull(installation_holds.lifted_at))
    .returning({ id: installation_holds.id })
  return rows.length
}
