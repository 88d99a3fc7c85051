import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import {
  type OrganizationRole,
  organization_invitations,
  organization_members,
  organizations,
  owners,
  users,
} from '../../db/schema.ts'

export type Invitation = typeof organization_invitations.$inferSelect
export type Membership = Awaited<ReturnType<typeof listMemberships>>[number]

/** Serialises changes of the organization until the transaction ends. */
export async function lockOrganization(tx: Db, owner: OwnerId): Promise<void> {
  await tx.execute(sql`select 1 from organizations where id = ${owner} for update`)
}

export async function insertOrganization(
  tx: Db,
  owner: OwnerId,
  organization: { name: string; created_at: string },
): Promise<void> {
  await tx.insert(organizations).values({ id: owner, ...organization })
}

export async function updateOrganization(
  tx: Db,
  owner: OwnerId,
  change: { name?: string; deleting_at?: string },
): Promise<void> {
  await tx.update(organizations).set(change).where(eq(organizations.id, owner))
}

const membership = (db: Db) =>
  db
    .select({
      id: organizations.id,
      name: organizations.name,
      role: organization_members.role,
      payer_id: users.id,
      owner_name: sql<string>`${users.first_name} || ' ' || ${users.last_name}`,
      payer_plan: users.subscription_plan,
      payer_suspended_at: users.suspended_at,
    })
    .from(organization_members)
    .innerJoin(organizations, eq(organizations.id, organization_members.organization_id))
    .innerJoin(owners, eq(owners.id, organizations.id))
    .innerJoin(users, eq(users.id, owners.person_id))
    .$dynamic()

/** Ordered by name. */
export async function listMemberships(db: Db, owner: OwnerId) {
  return membership(db)
    .where(and(eq(organization_members.user_id, owner), isNull(organizations.deleting_at)))
    .orderBy(asc(sql`lower(${organizations.name})`), asc(organizations.id))
}

/** Organizations that a person owns, by name, with the number of their members. */
export async function listOwned(db: Db, owner: OwnerId) {
  return db
    .select({
      id: organizations.id,
      name: organizations.name,
      members: db.$count(organization_members, eq(organization_members.organization_id, organizations.id)),
    })
    .from(organizations)
    .innerJoin(owners, eq(owners.id, organizations.id))
    .where(and(eq(owners.person_id, owner), isNull(organizations.deleting_at)))
    .orderBy(asc(sql`lower(${organizations.name})`), asc(organizations.id))
}

export async function findMembership(
  db: Db,
  owner: OwnerId,
  organizationId: string,
): Promise<Membership | null> {
  const rows = await membership(db).where(
    and(
      eq(organization_members.user_id, owner),
      sql`${organizations.id}::text = ${organizationId}`,
      isNull(organizations.deleting_at),
    ),
  )
  return rows[0] ?? null
}

export async function listMembers(db: Db, owner: OwnerId) {
  return db
    .select({
      user_id: users.id,
      name: sql<string>`${users.first_name} || ' ' || ${users.last_name}`,
      email: users.email,
      role: organization_members.role,
      joined_at: organization_members.joined_at,
      plan: users.subscription_plan,
      suspended_at: users.suspended_at,
    })
    .from(organization_members)
    .innerJoin(users, eq(users.id, organization_members.user_id))
    .where(eq(organization_members.organization_id, owner))
    .orderBy(
      sql`array_position(array['owner', 'admin', 'member'], ${organization_members.role})`,
      asc(organization_members.joined_at),
      asc(users.id),
    )
}

/** Keeps memberships until the transaction ends. */
export async function lockMembers(tx: Db, owner: OwnerId): Promise<void> {
  await tx.execute(sql`
    select 1 from organization_members where organization_id = ${owner} order by user_id for key share`)
}

/** The owner as a person. Null for an organization. */
export async function findPerson(db: Db, owner: OwnerId) {
  const [row] = await db
    .select({ id: users.id, name: sql<string>`${users.first_name} || ' ' || ${users.last_name}` })
    .from(users)
    .where(eq(users.id, owner))
  return row ?? null
}

/** False if the person is already a member. */
export async function insertMember(
  tx: Db,
  owner: OwnerId,
  member: { user_id: string; role: OrganizationRole; joined_at: string },
): Promise<boolean> {
  const rows = await tx
    .insert(organization_members)
    .values({ organization_id: owner, ...member })
    .onConflictDoNothing()
    .returning({ user_id: organization_members.user_id })
  return rows.length > 0
}

const memberOf = (owner: OwnerId, userId: string) =>
  and(eq(organization_members.organization_id, owner), sql`${organization_members.user_id}::text = ${userId}`)

export async function updateRole(
  tx: Db,
  owner: OwnerId,
  userId: string,
  role: OrganizationRole,
): Promise<void> {
  await tx.update(organization_members).set({ role }).where(memberOf(owner, userId))
}

/** The database moves the person's sessions back to their personal work. The owner can't be deleted. */
export async function deleteMember(tx: Db, owner: OwnerId, userId: string): Promise<void> {
  await tx
    .delete(organization_members)
    .where(and(memberOf(owner, userId), ne(organization_members.role, 'owner')))
}

export async function deleteMembers(tx: Db, owner: OwnerId): Promise<void> {
  await tx.delete(organization_members).where(eq(organization_members.organization_id, owner))
}

/** A person's organizations that are being erased. */
export async function listRemoved(db: Db, owner: OwnerId): Promise<string[]> {
  const rows = await db
    .select({ id: organizations.id })
    .from(organizations)
    .innerJoin(owners, eq(owners.id, organizations.id))
    .where(and(eq(owners.person_id, owner), isNotNull(organizations.deleting_at)))
  return rows.map(({ id }) => id)
}

/** Organizations that are being erased have no members and don't count. */
export async function countOwned(db: Db, owner: OwnerId): Promise<number> {
  return db.$count(
    organization_members,
    and(eq(organization_members.user_id, owner), eq(organization_members.role, 'owner')),
  )
}

export async function isDeleting(db: Db, _scope: SystemScope, organizationId: string): Promise<boolean> {
  const rows = await db
    .select({ at: organizations.deleting_at })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return Boolean(rows[0]?.at)
}

export async function listInvitations(db: Db, owner: OwnerId): Promise<Invitation[]> {
  return db
    .select()
    .from(organization_invitations)
    .where(eq(organization_invitations.organization_id, owner))
    .orderBy(asc(organization_invitations.created_at), asc(organization_invitations.id))
}

const invitationTo = (owner: OwnerId, email: string) =>
  and(
    eq(organization_invitations.organization_id, owner),
    eq(sql`lower(${organization_invitations.email})`, email.toLowerCase()),
  )

/** An address has one invitation; a new one replaces it. */
export async function replaceInvitation(
  tx: Db,
  owner: OwnerId,
  invitation: Omit<Invitation, 'id' | 'organization_id'>,
): Promise<void> {
  await tx.delete(organization_invitations).where(invitationTo(owner, invitation.email))
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

/** Also returns the organization's name. */
export async function findInvitation(db: Db, _scope: SystemScope, tokenHash: string) {
  const rows = await db
    .select({ invitation: organization_invitations, organization: organizations.name })
    .from(organization_invitations)
    .innerJoin(organizations, eq(organizations.id, organization_invitations.organization_id))
    .where(eq(organization_invitations.token_hash, tokenHash))
  return rows[0] ?? null
}
