import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, ne, not, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { isHeld } from '../../db/installation.store.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { inbound_messages, mailboxes, prospects } from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'
import { type InboundRow, inboundColumns } from './stored-message.store.ts'

export type { InboundRow } from './stored-message.store.ts'

/** Stores a message of an owner. False if it is stored already. */
export async function insertInbound(
  tx: Db,
  owner: OwnerId,
  row: Omit<typeof inbound_messages.$inferInsert, 'owner_id' | 'bytes'> & { raw: Buffer },
): Promise<boolean> {
  const rows = await tx
    .insert(inbound_messages)
    .values({ ...row, owner_id: owner, bytes: row.raw.length, has_original: row.raw.length > 0 })
    .onConflictDoNothing()
    .returning({ id: inbound_messages.id })
  return rows.length > 0
}

/** Stores a message for the operator; nothing if it is stored already. */
export async function insertForOperator(
  tx: Db,
  _scope: SystemScope,
  row: Omit<typeof inbound_messages.$inferInsert, 'owner_id' | 'bytes'> & { raw: Buffer },
): Promise<void> {
  await tx
    .insert(inbound_messages)
    .values({ ...row, bytes: row.raw.length })
    .onConflictDoNothing()
}

/** Messages to the operator since an hour, and the bytes of those since a day. */
export async function countForOperator(
  db: Db,
  _scope: SystemScope,
  since: { hour: string; day: string },
): Promise<{ messages: number; bytes: number }> {
  const { received_at, bytes } = inbound_messages
  const [row] = await db
    .select({
      messages: sql<number>`(count(*) filter (where ${received_at} >= ${since.hour}))::int`,
      bytes: sql<number>`coalesce(sum(${bytes}), 0)::int`,
    })
    .from(inbound_messages)
    .where(and(isNull(inbound_messages.owner_id), gte(received_at, since.day)))
  return row ?? { messages: 0, bytes: 0 }
}

/** The owner's row that holds the original of a message. */
export async function findOriginal(tx: Db, owner: OwnerId, raw_hash: string): Promise<string | null> {
  const { id, owner_id, has_original } = inbound_messages
  const [row] = await tx
    .select({ id })
    .from(inbound_messages)
    .where(and(eq(owner_id, owner), eq(inbound_messages.raw_hash, raw_hash), eq(has_original, true)))
    .limit(1)
  return row?.id ?? null
}

/** Where a message was found. Mailboxes are kept as rows when they are removed. */
export async function findMailbox(
  db: Db,
  _scope: SystemScope,
  id: string,
): Promise<{ kind: string; imap: { host: string } | null } | null> {
  const { kind, imap } = mailboxes
  const [row] = await db.select({ kind, imap }).from(mailboxes).where(eq(mailboxes.id, id))
  return row ?? null
}

export async function findInboundOwner(db: Db, _scope: SystemScope, id: string): Promise<string | null> {
  const [row] = await db
    .select({ owner_id: inbound_messages.owner_id })
    .from(inbound_messages)
    .where(eq(inbound_messages.id, id))
  return row?.owner_id ?? null
}

/** The oldest unhandled message, except these. */
export async function findUnhandled(
  db: Db,
  _scope: SystemScope,
  { skipped, maxAttempts }: { skipped: string[]; maxAttempts: number },
): Promise<InboundRow | null> {
  const [row] = await db
    .select(inboundColumns)
    .from(inbound_messages)
    .where(
      and(
        isNull(inbound_messages.handled_at),
        lt(inbound_messages.attempts, maxAttempts),
        skipped.length > 0 ? notInArray(inbound_messages.id, skipped) : undefined,
      ),
    )
    .orderBy(asc(inbound_messages.received_at), asc(inbound_messages.id))
    .limit(1)
  return row ?? null
}

/** False if the message is handled, or locked by another worker. */
export async function lockUnhandled(tx: Db, _scope: SystemScope, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: inbound_messages.id })
    .from(inbound_messages)
    .where(and(eq(inbound_messages.id, id), isNull(inbound_messages.handled_at)))
    .for('update', { skipLocked: true })
  return rows.length > 0
}

export async function updateInbound(
  tx: Db,
  _scope: SystemScope,
  id: string,
  change: Partial<Omit<InboundRow, 'size'>>,
): Promise<void> {
  await tx.update(inbound_messages).set(change).where(eq(inbound_messages.id, id))
}

export async function countFailedHandling(
  db: Db,
  _scope: SystemScope,
  id: string,
  error: string,
): Promise<void> {
  await db
    .update(inbound_messages)
    .set({ attempts: sql`${inbound_messages.attempts} + 1`, error })
    .where(eq(inbound_messages.id, id))
}

/** True if the same message came another way before, such as to a return path. Waits for who handles it now. */
export async function isHandledTwin(
  tx: Db,
  owner: OwnerId,
  { id, identity_hash }: Pick<InboundRow, 'id' | 'identity_hash'>,
): Promise<boolean> {
  if (identity_hash === null) return false
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`message:${owner}:${identity_hash}`}, 0))`,
  )
  const rows = await tx
    .select({ id: inbound_messages.id })
    .from(inbound_messages)
    .where(
      and(
        eq(inbound_messages.owner_id, owner),
        eq(inbound_messages.identity_hash, identity_hash),
        ne(inbound_messages.id, id),
        inArray(inbound_messages.kind, ['reply', 'auto-reply']),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Which of these addresses, in lower case, are the owner's, a member's, or of an own mailbox. */
export async function listOwn(tx: Db, owner: OwnerId, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const { rows } = await tx.execute<{ email: string }>(sql`
    select lower(address) as email from (
      select u.email as address from owners o join users u on u.id = o.person_id where o.id = ${owner}
      union all
      select u.email from organization_members m join users u on u.id = m.user_id where m.organization_id = ${owner}
      union all
      select unnest(array[b.address, b.account]) from mailboxes b where b.owner_id = ${owner}
    ) own where lower(address) in ${[...emails]}`)
  return new Set(rows.map(({ email }) => email))
}

/** This prospect unless it was deleted, else the newest with this address in lower case. */
export async function findProspect(
  tx: Db,
  owner: OwnerId,
  { id, email }: { id: string | null; email: string },
): Promise<string | null> {
  const isSame = sql`coalesce(${prospects.id} = ${id}::uuid, false)`
  const [row] = await tx
    .select({ id: prospects.id })
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), or(isSame, sql`lower(${prospects.email}) = ${email}`)))
    .orderBy(desc(isSame), desc(prospects.created_at))
    .limit(1)
  return row?.id ?? null
}

/** True if an automatic reply of this sender was forwarded to the owner since then. */
export async function wasForwarded(
  db: Db,
  _scope: SystemScope,
  { owner_id, from_email, since }: { owner_id: string; from_email: string; since: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: inbound_messages.id })
    .from(inbound_messages)
    .where(
      and(
        eq(inbound_messages.owner_id, owner_id),
        eq(inbound_messages.from_email, from_email),
        eq(inbound_messages.kind, 'auto-reply'),
        gte(inbound_messages.received_at, since),
        sql`${inbound_messages.forward_state} is distinct from 'none'`,
        sql`${inbound_messages.handled_at} is not null`,
      ),
    )
    .orderBy(desc(inbound_messages.received_at))
    .limit(1)
  return row !== undefined
}

/** Skips messages that another worker is claiming. */
export async function claimForwards(
  db: Db,
  _scope: SystemScope,
  claim: { worker_id: string; now: string; limit: number },
): Promise<InboundRow[]> {
  const due = db
    .select({ id: inbound_messages.id })
    .from(inbound_messages)
    .where(
      and(
        eq(inbound_messages.forward_state, 'queued'),
        lte(inbound_messages.next_at, claim.now),
        not(isHeld),
        not(isSuspended(inbound_messages.owner_id)),
      ),
    )
    .orderBy(asc(inbound_messages.next_at))
    .limit(claim.limit)
    .for('update', { skipLocked: true })
  return db
    .update(inbound_messages)
    .set({
      forward_state: 'claimed',
      worker_id: claim.worker_id,
      attempts: sql`${inbound_messages.attempts} + 1`,
    })
    .where(sql`${inbound_messages.id} in ${due}`)
    .returning(inboundColumns)
}

/** False if the worker has lost its claim. */
export async function settleForward(
  db: Db,
  _scope: SystemScope,
  row: Pick<InboundRow, 'id' | 'worker_id'>,
  from: 'claimed' | 'claimed or transmitting',
  change: Partial<Omit<InboundRow, 'size'>>,
): Promise<boolean> {
  const states = from === 'claimed' ? sql`('claimed')` : sql`('claimed', 'transmitting', 'unconfirmed')`
  const rows = await db
    .update(inbound_messages)
    .set(change)
    .where(
      and(
        eq(inbound_messages.id, row.id),
        eq(inbound_messages.worker_id, row.worker_id ?? ''),
        sql`${inbound_messages.forward_state} in ${states}`,
      ),
    )
    .returning({ id: inbound_messages.id })
  return rows.length > 0
}

/** Requeues claims of dead workers; messages in transmission become unconfirmed. */
export async function recoverForwards(
  db: Db,
  _scope: SystemScope,
  liveWorkerIds: string[],
  error: string,
): Promise<number> {
  const isDead = notInArray(inbound_messages.worker_id, liveWorkerIds)
  const inDoubt = await db
    .update(inbound_messages)
    .set({ forward_state: 'unconfirmed', error })
    .where(and(eq(inbound_messages.forward_state, 'transmitting'), isDead))
  const released = await db
    .update(inbound_messages)
    .set({ forward_state: 'queued', worker_id: null })
    .where(and(eq(inbound_messages.forward_state, 'claimed'), isDead))
  return (inDoubt.rowCount ?? 0) + (released.rowCount ?? 0)
}
