import { and, eq, sql } from 'drizzle-orm'
import { textList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { answers, inbound_messages, recipients } from '../../db/schema.ts'

/** When a message appeared in its conversation. One that came in appeared once it was handled, maybe long after. */
interface Appearance {
  id: string
  kind: 'reply' | 'answer' | 'sent'
  at: string
  received_at: string
}

/** Of a message of any kind. Null if it is unknown or hasn't left. */
export async function findAppearance(tx: Db, owner: OwnerId, id: string): Promise<Appearance | null> {
  const [reply] = await tx
    .select({ handled_at: inbound_messages.handled_at, received_at: inbound_messages.received_at })
    .from(inbound_messages)
    .where(and(eq(inbound_messages.owner_id, owner), eq(inbound_messages.id, id)))
  if (reply)
    return { id, kind: 'reply', at: reply.handled_at ?? reply.received_at, received_at: reply.received_at }
  const [answer] = await tx
    .select({ at: answers.created_at })
    .from(answers)
    .where(and(eq(answers.owner_id, owner), eq(answers.id, id)))
  if (answer) return { id, kind: 'answer', at: answer.at, received_at: answer.at }
  const [sent] = await tx
    .select({ at: recipients.transmitting_at })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, id)))
  return sent?.at ? { id, kind: 'sent', at: sent.at, received_at: sent.at } : null
}

/** From which of these lower-case addresses a person's message appeared after that one. */
export async function listNewerThan(
  tx: Db,
  owner: OwnerId,
  emails: readonly string[],
  shown: Appearance,
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select distinct lower(from_email) as email from inbound_messages
    where owner_id = ${owner} and kind = 'reply' and lower(from_email) = any(${textList(emails)})
      and id <> ${shown.id}::uuid
      and (coalesce(handled_at, received_at), received_at, id)
        > (${shown.at}::timestamptz, ${shown.received_at}::timestamptz, ${shown.id}::uuid)`)
  return new Set(rows.map(({ email }) => email))
}
