import { and, count, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { answers, recipients } from '../../db/schema.ts'

/** Campaign messages that each mailbox has tried for the first time since then. */
export async function countSent(db: Db, owner: OwnerId, since: string): Promise<Map<string, number>> {
  const { owner_id, mailbox_id, first_tried_at } = recipients
  const rows = await db
    .select({ id: mailbox_id, sent: count() })
    .from(recipients)
    .where(and(eq(owner_id, owner), isNotNull(mailbox_id), gte(first_tried_at, since)))
    .groupBy(mailbox_id)
  return new Map(rows.flatMap(({ id, sent }) => (id ? [[id, sent] as const] : [])))
}

/** Answers written in the application that each mailbox has sent since then. */
export async function countAnswers(db: Db, owner: OwnerId, since: string): Promise<Map<string, number>> {
  const { owner_id, mailbox_id, finished_at, state } = answers
  const rows = await db
    .select({ id: mailbox_id, sent: count() })
    .from(answers)
    .where(
      and(
        eq(owner_id, owner),
        isNotNull(mailbox_id),
        gte(finished_at, since),
        inArray(state, ['sent', 'unconfirmed']),
      ),
    )
    .groupBy(mailbox_id)
  return new Map(rows.flatMap(({ id, sent }) => (id ? [[id, sent] as const] : [])))
}
