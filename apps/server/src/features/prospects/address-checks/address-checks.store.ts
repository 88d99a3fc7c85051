import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { SystemScope } from '../../../db/owner.ts'
import { type AddressResult, prospects } from '../../../db/schema.ts'

/** Takes addresses that are due; until `again_at` nobody else does, so that those of a dead worker come up again. */
export async function claimDue(
  db: Db,
  _scope: SystemScope,
  claim: { now: string; again_at: string; limit: number },
): Promise<{ id: string; email: string }[]> {
  const due = db
    .select({ id: prospects.id })
    .from(prospects)
    .where(lte(prospects.address_check_due_at, claim.now))
    .orderBy(prospects.address_check_due_at)
    .limit(claim.limit)
    .for('update', { skipLocked: true })
  return db
    .update(prospects)
    .set({ address_check_due_at: claim.again_at })
    .where(inArray(prospects.id, due))
    .returning({ id: prospects.id, email: prospects.email })
}

/** Writes down a result, unless the address was changed meanwhile. */
export async function setCheck(
  db: Db,
  _scope: SystemScope,
  checked: { id: string; email: string },
  check: {
    address_check: AddressResult
    address_reasons: string[]
    address_checked_at: string
    address_check_due_at: string
  },
) {
  await db
    .update(prospects)
    .set(check)
    .where(and(eq(prospects.id, checked.id), eq(prospects.email, checked.email)))
}
