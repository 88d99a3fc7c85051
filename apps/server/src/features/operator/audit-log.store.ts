import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { operator_acts } from '../../db/schema.ts'

/** Who acts: 'root@mail1 (terminal)', 'sam (operator page)'. */
export type Operator = string

export interface AuditEntry {
  operator: Operator
  /** The command, such as 'suspend'. */
  action: string
  /** Null for actions on the installation. */
  account: OwnerId | null
  /** The account's address, or what else was changed. */
  subject: string | null
  /** The change, such as 'from free to premium'. */
  detail?: string
  reason?: string
}

/** An entry as it is shown. */
export type ListedEntry = Awaited<ReturnType<typeof listEntries>>[number]

export async function insertEntry(
  tx: Db,
  _scope: SystemScope,
  { action, account, ...entry }: AuditEntry & { at: string },
): Promise<void> {
  await tx.insert(operator_acts).values({ ...entry, act: action, account_id: account })
}

export function listEntries(
  db: Db,
  _scope: SystemScope,
  { account, limit }: { account?: OwnerId; limit: number },
) {
  const { id, at, operator, act, account_id, subject, detail, reason } = operator_acts
  return db
    .select({ id, at, operator, action: act, account_id, subject, detail, reason })
    .from(operator_acts)
    .where(account && eq(account_id, account))
    .orderBy(desc(at), id)
    .limit(limit)
}

export async function clearSubject(tx: Db, _scope: SystemScope, account: OwnerId): Promise<void> {
  await tx.update(operator_acts).set({ subject: null }).where(eq(operator_acts.account_id, account))
}
