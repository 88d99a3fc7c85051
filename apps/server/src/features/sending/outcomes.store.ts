import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { recipients, send_attempts } from '../../db/schema.ts'
import { heldBy } from './delivery.store.ts'
import type { RecipientRow } from './sending.store.ts'

type State = RecipientRow['state']

const IN_PROGRESS = ['claimed', 'transmitting'] as const

/** Writes the outcome of a message. Null if another worker has taken it over. */
export async function settle(
  tx: Db,
  owner: OwnerId,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
  change: Partial<RecipientRow> & { state: State },
): Promise<RecipientRow | null> {
  // A worker wrongly taken for dead may still correct 'unconfirmed', but may not queue the message again.
  const from: State[] = change.state === 'queued' ? [...IN_PROGRESS] : [...IN_PROGRESS, 'unconfirmed']
  const [settled] = await tx
    .update(recipients)
    .set(change)
    .where(heldBy(owner, row, from))
    .returning()
  return settled ?? null
}

/** An accepted message with the server's reply. */
export interface AcceptedRow extends Pick<RecipientRow, 'id' | 'worker_id' | 'server_message_id'> {
  code: number | null
  answer: string
}

/** Settles accepted messages with their attempts. Returns the ids of those that their worker still held. */
export async function settleSent(
  tx: Db,
  owner: OwnerId,
  rows: AcceptedRow[],
  { reason, at }: { reason: string; at: string },
): Promise<Set<string>> {
  const column = (name: keyof AcceptedRow) => sql.param(rows.map((row) => row[name]))
  const settled = await tx.execute<{ id: string }>(sql`
    with accepted as (
      select * from unnest(
        ${column('id')}::uuid[], ${column('worker_id')}::text[], ${column('server_message_id')}::text[],
        ${column('code')}::integer[], ${column('answer')}::text[])
        as t (id, worker_id, server_message_id, code, answer)),
    settled as (
      update recipients r
      set state = 'sent', reason = ${reason}, finished_at = ${at}, server_message_id = a.server_message_id
      from accepted a
      where r.id = a.id and r.owner_id = ${owner} and r.worker_id = a.worker_id
        and r.state in ('claimed', 'transmitting', 'unconfirmed')
      returning r.id, a.code, a.answer),
    attempts as (
      insert into send_attempts (owner_id, recipient_id, outcome, code, answer, at)
      select ${owner}::uuid, id, 'accepted', code, answer, ${at}::timestamptz from settled)
    select id from settled`)
  return new Set(settled.rows.map(({ id }) => id))
}

/** Settles an unconfirmed message once its outcome is known. Null if it was settled already. */
export async function settleUnconfirmed(
  tx: Db,
  owner: OwnerId,
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
  tx: Db,
  owner: OwnerId,
  attempt: Omit<typeof send_attempts.$inferInsert, 'id' | 'owner_id'>,
): Promise<void> {
  await tx.insert(send_attempts).values({ owner_id: owner, ...attempt })
}

/** Inserts an attempt unless the last one had the same outcome and answer. */
export async function insertNewAttempt(
  tx: Db,
  owner: OwnerId,
  attempt: Omit<typeof send_attempts.$inferInsert, 'id' | 'owner_id'>,
): Promise<void> {
  const [last] = await tx
    .select()
    .from(send_attempts)
    .where(and(eq(send_attempts.owner_id, owner), eq(send_attempts.recipient_id, attempt.recipient_id)))
    .orderBy(desc(send_attempts.at))
    .limit(1)
  if (last?.outcome !== attempt.outcome || last.answer !== attempt.answer)
    await insertAttempt(tx, owner, attempt)
}

/** Counts messages to this address that found the mailbox full (5.2.2), at hand-over or by bounce. */
export async function countMailboxFull(tx: Db, owner: OwnerId, email: string, since: string) {
  return tx.$count(
    recipients,
    and(
      eq(recipients.owner_id, owner),
      eq(sql`lower(${recipients.email})`, email.toLowerCase()),
      gt(recipients.queued_at, since),
      sql`(${recipients.state} = 'failed' and ${recipients.reason} like '%5.2.2%' or exists (
        select 1 from tracking_events e
        where e.recipient_id = ${recipients.id} and e.kind = 'bounce' and e.class = 'soft'))`,
    ),
  )
}
