import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { operator_acts } from '../../db/schema.ts'

/** Who acts: 'root@mail1 (terminal)', 'sam (operator page)'. */
export type Operator = string

export interface OperatorAct {
  operator: Operator
  /** The command, such as 'suspend'. */
  act: string
  /** Null for acts on the installation. */
  account: OwnerId | null
  /** The account's address, or what else was acted on. */
  subject: string | null
  /** The change, such as 'from free to premium'. */
  detail?: string
  reason?: string
}

export async function insertAct(
  tx: Db,
  _scope: SystemScope,
  { account, ...act }: OperatorAct & { at: string },
): Promise<void> {
  await tx.insert(operator_acts).values({ ...act, account_id: account })
}

export const listActs = (
  db: Db,
  _scope: SystemScope,
  { account, limit }: { account?: OwnerId; limit: number },
) =>
  db
    .select()
    .from(operator_acts)
    .where(account && eq(operator_acts.account_id, account))
    .orderBy(desc(operator_acts.at), operator_acts.id)
    .limit(limit)

export async function clearSubject(tx: Db, _scope: SystemScope, account: OwnerId): Promise<void> {
  await tx.update(operator_acts).set({ subject: null }).where(eq(operator_acts.account_id, account))
}
