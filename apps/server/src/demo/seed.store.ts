import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import type { SystemScope } from '../db/owner.ts'

/** Deletes all accounts with their data, and all mail in the outbox. Imported places stay. */
export async function clearInstallation(db: Db, _scope: SystemScope): Promise<void> {
  await db.execute(
    sql`truncate users, outbox_messages, inbound_messages, mailing_list_subscribers, rate_limits cascade`,
  )
}
