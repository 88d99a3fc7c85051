import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { prospects } from '../../db/schema.ts'

export type ProspectRow = typeof prospects.$inferSelect

/** The prospect of a conversation: the one whose message was answered, else the newest with the address. */
export async function findProspectOf(
  db: Db,
  owner: OwnerId,
  { prospect_id, email }: { prospect_id: string | null; email: string },
): Promise<ProspectRow | null> {
  const isAnswered = prospect_id === null ? sql`false` : eq(prospects.id, prospect_id)
  const [row] = await db
    .select()
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), or(isAnswered, sql`lower(${prospects.email}) = ${email}`)))
    .orderBy(desc(isAnswered), desc(prospects.created_at))
    .limit(1)
  return row ?? null
}
