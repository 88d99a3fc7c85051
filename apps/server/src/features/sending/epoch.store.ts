import { isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { installation_epochs, installation_holds } from '../../db/schema.ts'
import type { DatabaseIdentity, Epoch } from './epoch.rules.ts'

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

export interface DatabaseReading {
  known: DatabaseIdentity | null
  found: DatabaseIdentity
  /** Grows as long as nothing is lost. Null if the role may not read it. */
  wal_position: number | null
  /** A replica, which nothing can be written to. */
  is_standby: boolean
}

/** One statement, so that all of it is from one server. */
export async function readDatabase(db: Db, _scope: SystemScope): Promise<DatabaseReading> {
  const { rows } = await db.execute<Record<keyof DatabaseReading, never>>(sql`
    select (select row_to_json(k) from database_identity k) as known,
      (select row_to_json(f) from current_database_identity() f) as found,
      read_wal_position()::float8 as wal_position, pg_is_in_recovery() as is_standby`)
  return rows[0] as unknown as DatabaseReading
}

/** Serializes processes that notice the same change. */
export async function lockDatabase(tx: Db, _scope: SystemScope): Promise<void> {
  await tx.execute(sql`select from database_identity for update`)
}

/** Accepts the server that runs the statement as the installation's database. */
export async function saveDatabase(db: Db, _scope: SystemScope): Promise<void> {
  await db.execute(sql`
    insert into database_identity (system_identifier, timeline, database_oid, table_oid, server_started_at)
    select system_identifier, timeline, database_oid, table_oid, server_started_at from current_database_identity()
    on conflict (is_only) do update set system_identifier = excluded.system_identifier,
      timeline = excluded.timeline, database_oid = excluded.database_oid, table_oid = excluded.table_oid,
      server_started_at = excluded.server_started_at`)
}

/** The same for the server that was found, and for no other that took its place meanwhile. */
export async function saveFound(db: Db, _scope: SystemScope, found: DatabaseIdentity): Promise<void> {
  await db.execute(sql`
    insert into database_identity (system_identifier, timeline, database_oid, table_oid, server_started_at)
    select system_identifier, timeline, database_oid, table_oid, server_started_at from current_database_identity()
    where server_started_at = ${found.server_started_at}::timestamptz and database_oid = ${found.database_oid}
    on conflict (is_only) do update set server_started_at = excluded.server_started_at`)
}

/** True if workers were cut off when the server went down before its last start. */
export async function hasDeadWorkers(db: Db, _scope: SystemScope): Promise<boolean> {
  const { rows } = await db.execute<{ dead: boolean }>(sql`
    select exists (
      select from workers where beat_at < pg_postmaster_start_time()
        and beat_at > (select max(seen_at) from installation_epochs) - interval '1 minute') as dead`)
  return rows[0]?.dead ?? false
}

export async function findHold(db: Db, _scope: SystemScope): Promise<string | null> {
  const [row] = await db
    .select({ sentence: installation_holds.sentence })
    .from(installation_holds)
    .where(or(isNull(installation_holds.lifted_at), isNull(installation_holds.settled_at)))
    .limit(1)
  return row?.sentence ?? null
}

export async function insertHold(
  db: Db,
  _scope: SystemScope,
  hold: { sentence: string; at: string; settled_at: string | null },
): Promise<void> {
  await db.insert(installation_holds).values(hold)
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
