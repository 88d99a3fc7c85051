import type { OrganizationRole } from '@goldpan/contract/organizations'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { organization_members, sender_identities } from '../../db/schema.ts'

type IdentityRow = typeof sender_identities.$inferSelect

export async function findIdentity(db: Db, owner: OwnerId): Promise<IdentityRow | null> {
  const [row] = await db.select().from(sender_identities).where(eq(sender_identities.owner_id, owner))
  return row ?? null
}

export async function saveIdentity(
  tx: Db,
  owner: OwnerId,
  identity: Omit<IdentityRow, 'owner_id'>,
): Promise<void> {
  await tx
    .insert(sender_identities)
    .values({ owner_id: owner, ...identity })
    .onConflictDoUpdate({ target: sender_identities.owner_id, set: identity })
}

/** A member's role, which can't change until the transaction ends. Null for others. */
export async function lockRole(tx: Db, owner: OwnerId, person: OwnerId): Promise<OrganizationRole | null> {
  const [row] = await tx
    .select({ role: organization_members.role })
    .from(organization_members)
    .where(and(eq(organization_members.organization_id, owner), eq(organization_members.user_id, person)))
    .for('share')
  return row?.role ?? null
}
