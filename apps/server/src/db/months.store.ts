import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import type { SystemScope } from './owner.ts'

/**
 * Tables that grow with every mail. Each month (UTC, by the column `at`, or `created_at` of `usage_entries`) is a child
 * table, `<table>_2026_11`, made ahead and dropped as a whole; a row whose month has no table stays in the table itself.
 * Queries name the table and read all months; those that bound the moment by a value read only the months they need.
 * Indexes added to a table later must be added to its months, too.
 */
export const MONTHLY = ['send_attempts', 'sent_texts', 'tracking_events', 'usage_entries'] as const
export type MonthlyTable = (typeof MONTHLY)[number]

const MONTHS_AHEAD = 3

/** The first day of the month that many months later: '2026-12-01'. */
function monthAfter(moment: Date, months: number): string {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1))
    .toISOString()
    .slice(0, 10)
}

/** Creates the tables of this month and the next ones. */
export async function makeMonths(db: Db, _scope: SystemScope, now: Date): Promise<void> {
  for (const table of MONTHLY)
    for (let months = 0; months <= MONTHS_AHEAD; months += 1)
      await db.execute(sql`select make_month(${table}::text, ${monthAfter(now, months)}::date)`)
}

export interface Month {
  name: string
  from: string
  /** Excluded. */
  to: string
}

/** The table's months that are over before this moment, the oldest first. */
export async function listMonthsBefore(
  db: Db,
  _scope: SystemScope,
  table: MonthlyTable,
  before: string,
): Promise<Month[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ ${`^${table}_[0-9]{4}_[0-9]{2}$`} order by 1`)
  return rows
    .map(({ name }) => {
      const [year, month] = name.slice(-7).split('_').map(Number)
      const startOf = (months: number) => new Date(Date.UTC(year!, month! - 1 + months, 1)).toISOString()
      return { name, from: startOf(0), to: startOf(1) }
    })
    .filter(({ to }) => to <= before)
}

/** Drops a month. Fails with 55P03 if somebody reads it, such as a backup. */
export async function dropMonth(tx: Db, _scope: SystemScope, month: Month): Promise<void> {
  await tx.execute(sql`drop table if exists ${sql.identifier(month.name)}`)
}
