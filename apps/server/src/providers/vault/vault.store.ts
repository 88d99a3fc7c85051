import { eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { SystemScope } from '../../db/owner.ts'
import { dkim_keys, key_check, mailbox_sign_ins, mailboxes, sender_mailboxes } from '../../db/schema.ts'

/** Serialises first starts until the key is claimed. */
const KEY_LOCK = 7_402_114

/** Secrets checked in installations older than the check value. */
const SAMPLE = 100

export interface Sealed {
  purpose: string
  sealed: string
}

export async function lockKey(tx: Db, _scope: SystemScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`)
}

export async function findCheck(tx: Db, _scope: SystemScope): Promise<string | null> {
  const [row] = await tx.select({ sealed: key_check.sealed }).from(key_check)
  return row?.sealed ?? null
}

export async function insertCheck(
  tx: Db,
  _scope: SystemScope,
  row: { sealed: string; created_at: string },
): Promise<void> {
  await tx.insert(key_check).values(row)
}

/** Secrets stored before the check value existed. */
export async function listSealed(tx: Db, _scope: SystemScope): Promise<Sealed[]> {
  const keys = await tx.select({ sealed: dkim_keys.sealed_key }).from(dkim_keys).limit(SAMPLE)
  const passwords = await tx
    .select({ sealed: sender_mailboxes.sealed_password })
    .from(sender_mailboxes)
    .where(ne(sender_mailboxes.sealed_password, ''))
    .limit(SAMPLE)
  const secrets = await tx
    .select({ sealed: mailboxes.sealed_secret })
    .from(mailboxes)
    .where(ne(mailboxes.sealed_secret, ''))
    .limit(SAMPLE)
  return [
    ...keys.map(({ sealed }) => ({ purpose: 'dkim-key', sealed })),
    ...[...passwords, ...secrets].map(({ sealed }) => ({ purpose: 'sender-mailbox', sealed })),
  ]
}

/** False if the check value isn't this one any more. */
export async function replaceCheck(
  tx: Db,
  _scope: SystemScope,
  { sealed, replacement }: { sealed: string; replacement: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(key_check)
    .set({ sealed: replacement })
    .where(eq(key_check.sealed, sealed))
  return rowCount === 1
}

/** Deletes what only the lost key opens. Mailboxes stay, disabled until somebody signs in again. */
export async function forgetSealed(tx: Db, _scope: SystemScope): Promise<void> {
  await tx.delete(dkim_keys)
  await tx
    .update(sender_mailboxes)
    .set({ sealed_password: '', check_error: 'Please enter the password of this mailbox again.' })
  await tx
    .update(mailboxes)
    .set({ sealed_secret: '', state: 'needs_login', failure: 'Please sign in again.' })
    .where(isNull(mailboxes.removed_at))
  await tx.delete(mailbox_sign_ins)
  await tx.delete(key_check)
}
