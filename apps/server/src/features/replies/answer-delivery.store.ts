import { and, asc, eq, inArray, isNull, lte, ne, not, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { isHeld } from '../../db/installation.store.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { answers, mailboxes } from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'

export type AnswerRow = typeof answers.$inferSelect

/** Skips answers that another worker is claiming, and those that can still be taken back. */
export async function claimAnswers(
  db: Db,
  _scope: SystemScope,
  claim: { worker_id: string; now: string; limit: number; real_now: string },
): Promise<AnswerRow[]> {
  const due = db
    .select({ id: answers.id })
    .from(answers)
    .where(
      and(
        eq(answers.state, 'queued'),
        lte(answers.next_at, claim.now),
        or(isNull(answers.held_until), lte(answers.held_until, claim.real_now)),
        not(isHeld),
        not(isSuspended(answers.owner_id)),
      ),
    )
    .orderBy(asc(answers.next_at))
    .limit(claim.limit)
    .for('update', { skipLocked: true })
  return db
    .update(answers)
    .set({
      state: 'claimed',
      worker_id: claim.worker_id,
      attempts: sql`${answers.attempts} + 1`,
      first_tried_at: sql`coalesce(${answers.first_tried_at}, ${claim.now})`,
    })
    .where(sql`${answers.id} in ${due}`)
    .returning()
}

/** False if the worker has lost its claim. */
export async function settleAnswer(
  db: Db,
  _scope: SystemScope,
  row: Pick<AnswerRow, 'id' | 'worker_id'>,
  from: AnswerRow['state'][],
  change: Partial<AnswerRow>,
): Promise<boolean> {
  const rows = await db
    .update(answers)
    .set(change)
    .where(
      and(eq(answers.id, row.id), eq(answers.worker_id, row.worker_id ?? ''), inArray(answers.state, from)),
    )
    .returning({ id: answers.id })
  return rows.length > 0
}

/** Requeues what dead workers had claimed. What they were transmitting becomes unconfirmed, and is returned. */
export async function recoverAnswers(
  tx: Db,
  _scope: SystemScope,
  liveWorkerIds: string[],
  { reason, finished_at }: { reason: string; finished_at: string },
): Promise<{ inDoubt: AnswerRow[]; released: number }> {
  const isDead = notInArray(answers.worker_id, liveWorkerIds)
  const { rowCount } = await tx
    .update(answers)
    .set({ state: 'queued', worker_id: null })
    .where(and(eq(answers.state, 'claimed'), isDead))
  const inDoubt = await tx
    .update(answers)
    .set({ state: 'unconfirmed', reason, finished_at })
    .where(and(eq(answers.state, 'transmitting'), isDead))
    .returning()
  return { inDoubt, released: rowCount ?? 0 }
}

/** Does nothing unless the answer is unconfirmed. */
export async function confirmAnswer(tx: Db, owner: OwnerId, id: string, reason: string): Promise<void> {
  await tx
    .update(answers)
    .set({ state: 'sent', reason })
    .where(and(eq(answers.owner_id, owner), eq(answers.id, id), eq(answers.state, 'unconfirmed')))
}

export async function listAnswers(db: Db, _scope: SystemScope, ids: string[]): Promise<AnswerRow[]> {
  return ids.length === 0 ? [] : db.select().from(answers).where(inArray(answers.id, ids))
}

/** Finds answers by the Message-IDs that mail servers gave them. */
export async function listAnswersByServerIds(db: Db, owner: OwnerId, ids: string[]): Promise<AnswerRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(answers)
    .where(and(eq(answers.owner_id, owner), inArray(answers.server_message_id, ids)))
}

/** The mailbox that an answer leaves from. Null if it was removed. */
export async function findFromMailbox(db: Db, owner: OwnerId, id: string) {
  const { owner_id, address, name, removed_at } = mailboxes
  const [row] = await db
    .select({ address, name })
    .from(mailboxes)
    .where(and(eq(owner_id, owner), eq(mailboxes.id, id), isNull(removed_at)))
  return row ?? null
}

/** Marks an answer as failed after a report that it did not arrive. Null if it has failed already. */
export async function failAnswer(
  tx: Db,
  _scope: SystemScope,
  id: string,
  reason: string,
): Promise<AnswerRow | null> {
  const [row] = await tx
    .update(answers)
    .set({ state: 'failed', reason })
    .where(and(eq(answers.id, id), ne(answers.state, 'failed')))
    .returning()
  return row ?? null
}

/** Gives queued answers the full 24 hours of retries again. */
export async function restartAttempts(tx: Db, owner: OwnerId, at: string): Promise<void> {
  await tx
    .update(answers)
    .set({ first_tried_at: at })
    .where(and(eq(answers.owner_id, owner), eq(answers.state, 'queued')))
}

export async function restartAllAttempts(tx: Db, _scope: SystemScope, at: string): Promise<void> {
  await tx.update(answers).set({ first_tried_at: at }).where(eq(answers.state, 'queued'))
}
