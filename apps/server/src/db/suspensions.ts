import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * For statements that begin work: true if the person who pays for this owner's work is suspended. An organization
 * follows its owner, also when it is handed over.
 */
export const isSuspended = (owner: SQLWrapper): SQL => sql`exists (
  select from owners payer_of join users payer on payer.id = payer_of.person_id
  where payer_of.id = ${owner} and payer.suspended_at is not null)`
