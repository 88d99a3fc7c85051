import { sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'

/** Opens conversations whose moment has come. Skips those that a change has locked. Returns how many. */
export async function wakeDue(
  db: Db,
  _scope: SystemScope,
  { at, limit }: { at: string; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with due as materialized (
      select id from conversations where state = 'snoozed' and snoozed_until <= ${at}::timestamptz
      order by snoozed_until limit ${limit} for update skip locked)
    update conversations c set state = 'open', unread = true, snoozed_until = null, updated_at = ${at}::timestamptz
    from due where c.id = due.id`)
  return rowCount ?? 0
}
