import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { SystemScope } from '../../../db/owner.ts'
import type { PackedVisits } from '../../../db/schema.ts'

export interface NoticedRow {
  id: string
  visits: PackedVisits
  noticed_at: string
}

/** So many rows wait at most: further visits are kept in memory, as long as there is room. */
const ROWS_MAX = 10_000

/** False when too many wait already. */
export async function insertNoticed(
  db: Db,
  _scope: SystemScope,
  visits: PackedVisits,
  noticed_at: string,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into noticed_visits (visits, noticed_at)
    select ${JSON.stringify(visits)}::json, ${noticed_at}::timestamptz
    where not exists (select from noticed_visits order by id offset ${sql.raw(String(ROWS_MAX - 1))} limit 1)`)
  return rowCount === 1
}

export interface Taking {
  /** Only what was noticed until then. */
  until: string
  /** Also what others hold: waits until they let go of it. */
  waits?: boolean
}

/**
 * Takes the oldest ones: they are gone once the transaction is committed, and there again if it is not. The commit need
 * not wait for the disk: what a crash takes back of it, it takes back as a whole.
 */
export async function takeNoticed(
  tx: Db,
  _scope: SystemScope,
  { until, waits = false }: Taking,
): Promise<NoticedRow | null> {
  await tx.execute(sql`set local synchronous_commit = off`)
  const { rows } = await tx.execute<NoticedRow & Record<string, unknown>>(sql`
    delete from noticed_visits where id = (
      select id from noticed_visits where noticed_at <= ${until}
      order by noticed_at, id limit 1 for update ${waits ? sql`` : sql`skip locked`})
    returning id, visits, noticed_at`)
  return rows[0] ?? null
}

/** Puts visits behind all others, in these parts, unless somebody has written them down meanwhile. */
export async function putBack(
  tx: Db,
  _scope: SystemScope,
  id: string,
  parts: PackedVisits[],
  noticed_at: string,
): Promise<void> {
  const { rowCount } = await tx.execute(sql`delete from noticed_visits where id = ${id}`)
  if (rowCount === 0) return
  for (const part of parts)
    await tx.execute(
      sql`insert into noticed_visits (visits, noticed_at) values (${JSON.stringify(part)}::json, ${noticed_at})`,
    )
}
