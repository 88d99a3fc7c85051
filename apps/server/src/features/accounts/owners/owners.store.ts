import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { owners } from '../../../db/schema.ts'

/** Makes rows of another owner possible, for whom this person answers. */
export async function insertOwner(db: Db, person: OwnerId, id: string): Promise<void> {
  await db.insert(owners).values({ id, person_id: person })
}

/** From now on somebody else answers for an organization's rows. */
export async function handOver(db: Db, owner: OwnerId, person: OwnerId): Promise<void> {
  await db
    .update(owners)
    .set({ person_id: person })
    .where(and(eq(owners.id, owner), ne(owners.id, owners.person_id)))
}

/** Erases an organization's rows, all of them; never a person's. */
export async function deleteOwner(db: Db, owner: OwnerId): Promise<void> {
  await db.delete(owners).where(and(eq(owners.id, owner), ne(owners.id, owners.person_id)))
}
