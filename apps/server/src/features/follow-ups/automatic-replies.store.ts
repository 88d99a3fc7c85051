import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { recipients, tracking_events } from '../../db/schema.ts'

/** Away notes of a person, by lower-case address, that named no day. */
export async function countUndatedAbsences(
  tx: Db,
  owner: OwnerId,
  email: string,
  since: string,
): Promise<number> {
  const rows = await tx
    .select({ id: tracking_events.id })
    .from(tracking_events)
    .innerJoin(recipients, eq(recipients.id, tracking_events.recipient_id))
    .where(
      and(
        eq(tracking_events.owner_id, owner),
        gt(tracking_events.at, since),
        eq(tracking_events.kind, 'auto_reply'),
        sql`${tracking_events.detail}->>'says' = 'away' and ${tracking_events.detail}->>'until' is null`,
        eq(recipients.owner_id, owner),
        eq(sql`lower(${recipients.email})`, email),
      ),
    )
  return rows.length
}
