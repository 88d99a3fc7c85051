import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { recipients, send_attempts } from '../../../db/schema.ts'
import type { RecipientRow } from '../sending.store.ts'

type From = RecipientRow['state']

/** Changes a message that this worker was handing over; null when it is not its any more. */
export async function settleRow(
  owner: OwnerId,
  tx: Db,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
  from: readonly From[],
  change: Partial<RecipientRow>,
): Promise<RecipientRow | null> {
  const [settled] = await tx
    .update(recipients)
    .set(change)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.id, row.id),
        eq(recipients.worker_id, row.worker_id ?? ''),
        inArray(recipients.state, [...from]),
      ),
    )
    .returning()
  return settled ?? null
}

/** An unconfirmed message whose fate has become known; null when it was known already. */
export async function settleUnconfirmed(
  owner: OwnerId,
  tx: Db,
  id: string,
  change: Partial<RecipientRow>,
): Promise<RecipientRow | null> {
  const [settled] = await tx
    .update(recipients)
    .set(change)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, id), eq(recipients.state, 'unconfirmed')))
    .returning()
  return settled ?? null
}

export async function insertAttempt(
  owner: OwnerId,
  tx: Db,
  attempt: Omit<typeof send_attempts.$inferInsert, 'owner_id'>,
): Promise<void> {
  await tx.insert(send_attempts).values({ owner_id: owner, ...attempt })
}

/** Messages by id, whoever's they are: a token led to them. */
export async function listByIds(_scope: SystemScope, db: Db, ids: string[]): Promise<RecipientRow[]> {
  return ids.length === 0 ? [] : db.select().from(recipients).where(inArray(recipients.id, ids))
}
