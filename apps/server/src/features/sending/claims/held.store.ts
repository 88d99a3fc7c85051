import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../../db/belongs-to.ts'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { claims, recipients } from '../../../db/schema.ts'
import type { RecipientRow } from '../sending.store.ts'

export type ClaimRow = typeof claims.$inferSelect

/**
 * Messages that no worker holds. What is held is asked for once and looked up for each message: there are never more
 * claims than workers hand over in a moment.
 */
export const isFree = (owner: OwnerId): SQL =>
  sql`${recipients.id} not in (select recipient_id from claims where owner_id = ${owner})`

/** Ties a message to its claim. */
export const isItsClaim = and(
  eq(claims.owner_id, recipients.owner_id),
  eq(claims.recipient_id, recipients.id),
)

/** Where a message stands, with the claim beside it (`isItsClaim`). */
export const stateNow = sql<RecipientRow['state']>`case
  when ${claims.transmitting_at} is not null then 'transmitting'
  when ${claims.recipient_id} is not null then 'claimed' else ${recipients.state} end`

/** Which of these messages a worker holds. */
export async function listHeld(owner: OwnerId, tx: Db, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: claims.recipient_id })
    .from(claims)
    .where(and(eq(claims.owner_id, owner), isOneOf(claims.recipient_id, ids)))
  return new Set(rows.map(({ id }) => id))
}

/** Of a worker's claim, still standing. `mark` says whether its body has begun to leave. */
const heldBy = (
  owner: OwnerId,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
  mark: 'unmarked' | 'either' = 'unmarked',
) =>
  and(
    eq(claims.owner_id, owner),
    eq(claims.recipient_id, row.id),
    eq(claims.worker_id, row.worker_id ?? ''),
    mark === 'unmarked' ? isNull(claims.transmitting_at) : undefined,
  )

/** Ends a worker's claim of a message, marked or not; null when it is not its any more. */
export async function endClaim(
  owner: OwnerId,
  tx: Db,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
): Promise<ClaimRow | null> {
  const [claim] = await tx
    .delete(claims)
    .where(heldBy(owner, row, 'either'))
    .returning()
  return claim ?? null
}

/**
 * The same for many at once; answers those that were the worker's. Found by their ids alone, not joined with them:
 * PostgreSQL expects next to no claims, and would go through all that ever were for each of them.
 */
export async function endClaims(
  owner: OwnerId,
  tx: Db,
  workerId: string,
  ids: string[],
): Promise<Map<string, Pick<ClaimRow, 'attempts' | 'first_tried_at' | 'transmitting_at'>>> {
  const { recipient_id, attempts, first_tried_at, transmitting_at } = claims
  const ended = await tx
    .delete(claims)
    .where(and(eq(claims.owner_id, owner), isOneOf(recipient_id, ids), eq(claims.worker_id, workerId)))
    .returning({ recipient_id, attempts, first_tried_at, transmitting_at })
  return new Map(ended.map((claim) => [claim.recipient_id, claim]))
}

/** Ends the claims of a job whose bodies have not begun to leave; answers whose they were. */
export async function endUnmarked(owner: OwnerId, tx: Db, jobId: string): Promise<Set<string>> {
  const ended = await tx
    .delete(claims)
    .where(and(eq(claims.owner_id, owner), eq(claims.job_id, jobId), isNull(claims.transmitting_at)))
    .returning({ id: claims.recipient_id })
  return new Set(ended.map(({ id }) => id))
}

/**
 * A claimed message that was not tried goes back as if it had not been claimed, but paid for; a marked one that was
 * broken off before its end has left does, too: the server has none of it. Answers whether the worker held it still.
 */
export async function releaseRow(
  owner: OwnerId,
  db: Db,
  row: Pick<RecipientRow, 'id' | 'worker_id'>,
  mark: 'unmarked' | 'either' = 'unmarked',
): Promise<boolean> {
  const ended = db
    .delete(claims)
    .where(heldBy(owner, row, mark))
    .returning()
  const { rowCount } = await db.execute(sql`
    with ended as (${ended.getSQL()}) ${backInQueue} and ${belongsTo(recipients.owner_id, owner)}`)
  return rowCount === 1
}

/** Behind `with ended as (…)`, which names the claims. */
export const backInQueue = sql`
  update recipients set is_charged = true, first_tried_at = ended.first_tried_at
  from ended where recipients.id = ended.recipient_id and recipients.state = 'queued'`
