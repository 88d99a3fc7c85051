import { and, count, eq, gt, gte, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { recipients, send_jobs, sending_days, sending_paces, sending_turns } from '../../db/schema.ts'
import { isActive } from './send-jobs.store.ts'

type PaceRow = typeof sending_paces.$inferSelect

export async function findPace(db: Db, owner: OwnerId): Promise<PaceRow | null> {
  const [row] = await db.select().from(sending_paces).where(eq(sending_paces.owner_id, owner))
  return row ?? null
}

/** Inserts or updates the owner's pace. Columns that the change leaves out stay as they are. */
export async function savePace(
  db: Db,
  owner: OwnerId,
  change: Omit<typeof sending_paces.$inferInsert, 'owner_id'>,
): Promise<void> {
  await db
    .insert(sending_paces)
    .values({ owner_id: owner, ...change })
    .onConflictDoUpdate({ target: sending_paces.owner_id, set: change })
}

/** Brings a later turn forward to this time. */
export async function bringForward(tx: Db, owner: OwnerId, next_at: string): Promise<void> {
  await tx
    .update(sending_turns)
    .set({ next_at })
    .where(and(eq(sending_turns.owner_id, owner), gt(sending_turns.next_at, next_at)))
}

/** Locks the owner's turn until the transaction ends, so that two workers never use the same one. */
export async function lockNextAt(tx: Db, owner: OwnerId, at: string): Promise<string> {
  await tx.insert(sending_turns).values({ owner_id: owner, next_at: at }).onConflictDoNothing()
  const [row] = await tx
    .select({ next_at: sending_turns.next_at })
    .from(sending_turns)
    .where(eq(sending_turns.owner_id, owner))
    .for('update')
  return row?.next_at ?? at
}

export async function findNextAt(db: Db, owner: OwnerId): Promise<string | null> {
  const [row] = await db.select().from(sending_turns).where(eq(sending_turns.owner_id, owner))
  return row?.next_at ?? null
}

export async function setNextAt(tx: Db, owner: OwnerId, next_at: string): Promise<void> {
  await tx.update(sending_turns).set({ next_at }).where(eq(sending_turns.owner_id, owner))
}

/** Counts the owner's messages whose first attempt was since then. */
export async function countFirstAttempts(db: Db, owner: OwnerId, since: string): Promise<number> {
  return db.$count(recipients, and(eq(recipients.owner_id, owner), gte(recipients.first_tried_at, since)))
}

export async function countDays(db: Db, _scope: SystemScope, domain: string, today: string) {
  const ofDomain = eq(sending_days.domain, domain)
  const [before] = await db
    .select({ n: count() })
    .from(sending_days)
    .where(and(ofDomain, lt(sending_days.day, today)))
  const [now] = await db
    .select({ n: sending_days.messages })
    .from(sending_days)
    .where(and(ofDomain, eq(sending_days.day, today)))
  return { before: before?.n ?? 0, today: now?.n ?? 0 }
}

/** Locks the domain's count of the day until the transaction ends. */
export async function lockDay(tx: Db, _scope: SystemScope, domain: string, day: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sending-day:${domain}:${day}`}, 0))`)
}

export async function addToDay(
  tx: Db,
  _scope: SystemScope,
  domain: string,
  day: string,
  messages: number,
): Promise<void> {
  await tx
    .insert(sending_days)
    .values({ domain, day, messages })
    .onConflictDoUpdate({
      target: [sending_days.domain, sending_days.day],
      set: { messages: sql`${sending_days.messages} + ${messages}` },
    })
}

/** Puts a job on hold, unless the owner has changed the pace meanwhile. */
export async function holdJob(
  tx: Db,
  owner: OwnerId,
  id: string,
  hold: { held_until: string; held_reason: string; held_at: string },
): Promise<void> {
  const isNewer = and(eq(sending_paces.owner_id, owner), gt(sending_paces.updated_at, hold.held_at))
  await tx
    .update(send_jobs)
    .set(hold)
    .where(
      and(
        eq(send_jobs.owner_id, owner),
        eq(send_jobs.id, id),
        notExists(tx.select({ one: sql`1` }).from(sending_paces).where(isNewer)),
      ),
    )
}

export async function liftHold(tx: Db, owner: OwnerId, id: string): Promise<void> {
  await tx
    .update(send_jobs)
    .set({ held_until: null, held_reason: null, held_at: null })
    .where(and(eq(send_jobs.owner_id, owner), eq(send_jobs.id, id)))
}

/** Lifts holds that are older than their owner's last change of a mailbox, which may have given room today. */
export async function liftOutdatedHolds(db: Db, _scope: SystemScope, at: string): Promise<void> {
  await db.execute(sql`
    update send_jobs set held_until = null, held_reason = null, held_at = null,
      looked_at = greatest(looked_at, least(held_until, ${at}::timestamptz))
    where status in ('pending', 'processing') and held_until > ${at} and exists (
      select from mailboxes m where m.owner_id = send_jobs.owner_id and m.updated_at >= send_jobs.held_at)`)
}

/**
 * Lifts all holds of an owner; the next claim sets new ones. Moves `looked_at` to now, so that the wait doesn't count as an
 * outage.
 */
export async function liftHolds(tx: Db, owner: OwnerId, at: string): Promise<void> {
  await tx
    .update(send_jobs)
    .set({
      looked_at: sql`greatest(${send_jobs.looked_at}, least(${send_jobs.held_until}, ${at}::timestamptz))`,
      held_until: null,
      held_reason: null,
      held_at: null,
    })
    .where(and(eq(send_jobs.owner_id, owner), isActive, isNotNull(send_jobs.held_until)))
}
