import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { conversation_notes } from '../../db/schema.ts'

export type NoteRow = typeof conversation_notes.$inferSelect

const own = (owner: OwnerId, id: string) =>
  and(eq(conversation_notes.owner_id, owner), eq(conversation_notes.id, id))

/** Oldest first. */
export async function listNotes(db: Db, owner: OwnerId, conversationId: string): Promise<NoteRow[]> {
  return db
    .select()
    .from(conversation_notes)
    .where(
      and(eq(conversation_notes.owner_id, owner), eq(conversation_notes.conversation_id, conversationId)),
    )
    .orderBy(asc(conversation_notes.created_at), asc(conversation_notes.id))
}

export async function findNote(tx: Db, owner: OwnerId, id: string): Promise<NoteRow | null> {
  const [row] = await tx.select().from(conversation_notes).where(own(owner, id)).for('update')
  return row ?? null
}

export async function insertNote(
  tx: Db,
  owner: OwnerId,
  note: Omit<NoteRow, 'id' | 'owner_id'>,
): Promise<NoteRow> {
  const [row] = await tx
    .insert(conversation_notes)
    .values({ owner_id: owner, ...note })
    .returning()
  return row!
}

export async function updateNote(
  tx: Db,
  owner: OwnerId,
  id: string,
  change: Pick<NoteRow, 'text' | 'updated_at'>,
): Promise<NoteRow> {
  const [row] = await tx.update(conversation_notes).set(change).where(own(owner, id)).returning()
  return row!
}

export async function deleteNote(tx: Db, owner: OwnerId, id: string): Promise<void> {
  await tx.delete(conversation_notes).where(own(owner, id))
}
