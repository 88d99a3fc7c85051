import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { recipients } from '../../db/schema.ts'
import type { RecipientRow } from './sending.store.ts'

/** The columns of a sent message, without its content. */
const sent = {
  id: recipients.id,
  owner_id: recipients.owner_id,
  campaign_id: recipients.campaign_id,
  campaign_prospect_id: recipients.campaign_prospect_id,
  prospect_id: recipients.prospect_id,
  email: recipients.email,
  round: recipients.round,
  step_id: recipients.step_id,
  state: recipients.state,
  transmitting_at: recipients.transmitting_at,
}

export type SentMessageRow = Pick<RecipientRow, keyof typeof sent>

/** Messages by the ids that tokens contain. */
export async function listByIds(db: Db, _scope: SystemScope, ids: string[]): Promise<SentMessageRow[]> {
  if (ids.length === 0) return []
  return db.select(sent).from(recipients).where(inArray(recipients.id, ids))
}

/** Messages by the ids that mail servers gave them. */
export async function listByServerIds(db: Db, owner: OwnerId, ids: string[]): Promise<SentMessageRow[]> {
  if (ids.length === 0) return []
  return db
    .select(sent)
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), inArray(recipients.server_message_id, ids)))
}

/** Returns which of these ids a mail server gave to a message of the owner. */
export async function listServerIds(db: Db, owner: OwnerId, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { server_message_id } = recipients
  const rows = await db
    .selectDistinct({ id: server_message_id })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), inArray(server_message_id, ids)))
  return rows.flatMap(({ id }) => id ?? [])
}

/** The newest message handed over to a (lower-case) address since then. */
export async function findLatestTo(
  db: Db,
  owner: OwnerId,
  email: string,
  since: string,
): Promise<SentMessageRow | null> {
  const [row] = await db
    .select(sent)
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(sql`lower(${recipients.email})`, email),
        inArray(recipients.state, ['transmitting', 'sent', 'unconfirmed']),
        gte(recipients.transmitting_at, since),
      ),
    )
    .orderBy(desc(recipients.transmitting_at))
    .limit(1)
  return row ?? null
}
