import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

export type OrganizationRole = 'owner' | 'admin' | 'member'

/** An owner of rows that several people work on. Also in `owners`, along with the person whose plan pays. */
export const organizations = pgTable('organizations', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  created_at: instant().notNull(),
  /** Set while it is being erased; ends all memberships. */
  deleting_at: instant(),
})

export const organization_members = pgTable('organization_members', {
  organization_id: uuid().notNull(),
  user_id: uuid().notNull(),
  role: text().$type<OrganizationRole>().notNull(),
  joined_at: instant().notNull(),
})

export const organization_invitations = pgTable('organization_invitations', {
  id: uuid().primaryKey().defaultRandom(),
  organization_id: uuid().notNull(),
  email: text().notNull(),
  role: text().$type<Exclude<OrganizationRole, 'owner'>>().notNull(),
  token_hash: text().notNull(),
  invited_by: uuid(),
  created_at: instant().notNull(),
  expires_at: instant().notNull(),
})
