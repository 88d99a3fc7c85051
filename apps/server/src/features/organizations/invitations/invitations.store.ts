import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { organization_invitations, organizations } from '../../../db/schema.ts'

export type Invitation = typeof organization_invitations.$inferSelect

export async function listInvitations(db: Db, owner: OwnerId): Promise<Invitation[]> {
  return db
    .select()
    .from(organization_invitations)
    .where(eq(organization_invitations.organization_id, owner))
    .orderBy(asc(organization_invitations.created_at), asc(organization_invitations.id))
}

const sentTo = (owner: OwnerId, email: string) =>
  and(
    eq(organization_invitations.organization_id, owner),
    eq(sql`lower(${organization_invitations.email})`, email.toLowerCase()),
  )

/** The one invitation of an address; an earlier one is worthless from then on. */
export async function replaceInvitation(
  tx: Db,
  owner: OwnerId,
  invitation: Omit<Invitation, 'id' | 'organization_id'>,
): Promise<void> {
  await tx.delete(organization_invitations).where(sentTo(owner, invitation.email))
  await tx.insert(organization_invitations).values({ organization_id: owner, ...invitation })
}

export async function deleteInvitation(tx: Db, owner: OwnerId, id: string): Promise<void> {
  await tx
    .delete(organization_invitations)
    .where(
      and(
        eq(organization_invitations.organization_id, owner),
        sql`${organization_invitations.id}::text = ${id}`,
      ),
    )
}

export async function deleteInvitations(tx: Db, owner: OwnerId): Promise<void> {
  await tx.delete(organization_invitations).where(eq(organization_invitations.organization_id, owner))
}

/** An invitation by its secret token, with the name of what it invites to. */
export async function findByToken(db: Db, _scope: SystemScope, tokenHash: string) {
  const rows = await db
    .select({ invitation: organization_invitations, organization: organizations.name })
    .from(organization_invitations)
    .innerJoin(organizations, eq(organizations.id, organization_invitations.organization_id))
    .where(eq(organization_invitations.token_hash, tokenHash))
  return rows[0] ?? null
}
