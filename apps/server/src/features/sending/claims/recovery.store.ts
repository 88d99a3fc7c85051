import { and, eq, inArray, isNotNull, isNull, notExists, notInArray, sql } from 'drizzle-orm'
import { isOneOf } from '../../../db/belongs-to.ts'
import type { Db } from '../../../db/database.ts'
import type { SystemScope } from '../../../db/owner.ts'
import { claims, recipients, send_jobs } from '../../../db/schema.ts'
import { ACTIVE, type JobRow, type RecipientRow } from '../sending.store.ts'
import { toTried } from './claims.rules.ts'
import { backInQueue, isItsClaim } from './held.store.ts'

/** Claims of dead workers go back to the queue: not a byte of them has left. */
export async function releaseDead(_scope: SystemScope, db: Db, alive: string[]): Promise<void> {
  const ended = db
    .delete(claims)
    .where(and(isNull(claims.transmitting_at), notInArray(claims.worker_id, alive)))
    .returning()
  await db.execute(sql`with ended as (${ended.getSQL()}) ${backInQueue}`)
  // Of the release before claims.
  await db
    .update(recipients)
    .set({ state: 'queued', worker_id: null, attempts: sql`greatest(${recipients.attempts} - 1, 0)` })
    .where(and(eq(recipients.state, 'claimed'), notInArray(recipients.worker_id, alive)))
}

/** Messages that dead workers were handing over, as they stood then. */
export async function listDeadTransmitting(
  _scope: SystemScope,
  db: Db,
  alive: string[],
): Promise<RecipientRow[]> {
  const dead = await db
    .select()
    .from(claims)
    .where(and(isNotNull(claims.transmitting_at), notInArray(claims.worker_id, alive)))
    .limit(1000)
  const byId = new Map(dead.map((claim) => [claim.recipient_id, toTried(claim)]))
  const rows = await db
    .select()
    .from(recipients)
    .where(isOneOf(recipients.id, [...byId.keys()]))
  const held = rows.map((row) => ({ ...row, ...byId.get(row.id) }))
  // Of the release before claims.
  const marked = await db
    .select()
    .from(recipients)
    .where(and(eq(recipients.state, 'transmitting'), notInArray(recipients.worker_id, alive)))
    .limit(1000)
  return [...held, ...marked]
}

/** Messages that wait for a job that is gone with its campaign. */
export async function listOrphans(_scope: SystemScope, db: Db): Promise<RecipientRow[]> {
  return db
    .select()
    .from(recipients)
    .where(
      and(
        isNull(recipients.job_id),
        inArray(recipients.state, ['queued', 'claimed']),
        notExists(db.select({ one: sql`1` }).from(claims).where(isItsClaim)),
      ),
    )
    .limit(1000)
}

/** Jobs whose messages are all finished though nobody said so: their last worker died in between. */
export async function listDoneJobs(_scope: SystemScope, db: Db): Promise<JobRow[]> {
  return db
    .select()
    .from(send_jobs)
    .where(
      and(
        inArray(send_jobs.status, [...ACTIVE]),
        sql`not exists (select 1 from ${recipients} where ${recipients.job_id} = ${send_jobs.id} and ${recipients.state} in ('queued', 'claimed', 'transmitting'))`,
      ),
    )
    .limit(1000)
}
