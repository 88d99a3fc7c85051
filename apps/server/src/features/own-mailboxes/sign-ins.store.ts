import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { mailbox_attempts, mailbox_sign_ins } from '../../db/schema.ts'

export type SignInRow = typeof mailbox_sign_ins.$inferSelect

export async function insertSignIn(
  db: Db,
  owner: OwnerId,
  row: Omit<SignInRow, 'id' | 'owner_id'>,
): Promise<void> {
  await db.insert(mailbox_sign_ins).values({ owner_id: owner, ...row })
}

/** Sign-ins that nobody finished. */
export async function deleteOld(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(mailbox_sign_ins).where(lt(mailbox_sign_ins.started_at, before))
}

/** Takes a sign-in that was begun in this session, so that it is used once. */
export async function takeSignIn(
  db: Db,
  owner: OwnerId,
  { state_hash, user_id, session_id }: Pick<SignInRow, 'state_hash' | 'user_id' | 'session_id'>,
): Promise<SignInRow | null> {
  const [row] = await db
    .delete(mailbox_sign_ins)
    .where(
      and(
        eq(mailbox_sign_ins.owner_id, owner),
        eq(mailbox_sign_ins.state_hash, state_hash),
        eq(mailbox_sign_ins.user_id, user_id),
        eq(mailbox_sign_ins.session_id, session_id),
      ),
    )
    .returning()
  return row ?? null
}

/** The provider of the person's newest sign-in that hasn't ended. */
export async function findNewestProvider(db: Db, owner: OwnerId, person: OwnerId) {
  const { owner_id, user_id, provider, started_at } = mailbox_sign_ins
  const [row] = await db
    .select({ provider })
    .from(mailbox_sign_ins)
    .where(and(eq(owner_id, owner), eq(user_id, person)))
    .orderBy(desc(started_at))
    .limit(1)
  return row?.provider ?? null
}

type Attempt = Pick<typeof mailbox_attempts.$inferSelect, 'provider' | 'code' | 'message' | 'at'>

/** Replaces the person's attempt before. */
export async function saveAttempt(db: Db, owner: OwnerId, person: OwnerId, attempt: Attempt): Promise<void> {
  await db
    .insert(mailbox_attempts)
    .values({ owner_id: owner, user_id: person, ...attempt })
    .onConflictDoUpdate({ target: [mailbox_attempts.owner_id, mailbox_attempts.user_id], set: attempt })
}

/** Null if the newest worked. */
export async function findFailed(db: Db, owner: OwnerId, person: OwnerId): Promise<Attempt | null> {
  const { owner_id, user_id, provider, code, message, at } = mailbox_attempts
  const [row] = await db
    .select({ provider, code, message, at })
    .from(mailbox_attempts)
    .where(and(eq(owner_id, owner), eq(user_id, person), isNotNull(code)))
  return row ?? null
}
