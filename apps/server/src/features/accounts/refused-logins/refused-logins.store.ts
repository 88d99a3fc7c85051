import { gte, lt, sql, sum } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { SystemScope } from '../../../db/owner.ts'
import { refused_logins } from '../../../db/schema.ts'

/** Counts one more; answers whether it is the first of its hour and reason. */
export async function countLogin(db: Db, _scope: SystemScope, reason: string, at: string): Promise<boolean> {
  const [row] = await db
    .insert(refused_logins)
    .values({ hour: sql`date_trunc('hour', ${at}::timestamptz)`, reason, logins: 1 })
    .onConflictDoUpdate({
      target: [refused_logins.hour, refused_logins.reason],
      set: { logins: sql`${refused_logins.logins} + 1` },
    })
    .returning({ logins: refused_logins.logins })
  return row?.logins === 1
}

export async function deleteBefore(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(refused_logins).where(lt(refused_logins.hour, before))
}

export async function sumSince(db: Db, _scope: SystemScope, since: string) {
  return db
    .select({ reason: refused_logins.reason, logins: sum(refused_logins.logins).mapWith(Number) })
    .from(refused_logins)
    .where(gte(refused_logins.hour, since))
    .groupBy(refused_logins.reason)
    .orderBy(refused_logins.reason)
}
