import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { notices } from '../../db/schema.ts'

/** False if the user was notified of this cause before. */
export async function insertNotice(tx: Db, owner: OwnerId, cause: string, at: string): Promise<boolean> {
  const rows = await tx
    .insert(notices)
    .values({ owner_id: owner, cause, created_at: at })
    .onConflictDoNothing()
    .returning({ cause: notices.cause })
  return rows.length > 0
}
