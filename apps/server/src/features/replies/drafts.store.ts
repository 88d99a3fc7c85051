import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { answer_drafts } from '../../db/schema.ts'

type DraftRow = typeof answer_drafts.$inferSelect

/** The member whose draft it is, and the conversation. */
export interface Writer {
  person: OwnerId
  conversation_id: string
}

const ofWriter = (owner: OwnerId, { person, conversation_id }: Writer) =>
  and(
    eq(answer_drafts.owner_id, owner),
    eq(answer_drafts.conversation_id, conversation_id),
    eq(answer_drafts.user_id, person),
  )

export async function findDraft(db: Db, owner: OwnerId, writer: Writer): Promise<DraftRow | null> {
  const [row] = await db.select().from(answer_drafts).where(ofWriter(owner, writer))
  return row ?? null
}

/** Null if there is a draft already. */
export async function insertDraft(
  tx: Db,
  owner: OwnerId,
  { person, conversation_id }: Writer,
  draft: Pick<DraftRow, 'text' | 'version' | 'updated_at'>,
): Promise<DraftRow | null> {
  const [row] = await tx
    .insert(answer_drafts)
    .values({ owner_id: owner, conversation_id, user_id: person, ...draft })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Null unless the draft has this version. */
export async function updateDraft(
  tx: Db,
  owner: OwnerId,
  writer: Writer,
  version: number,
  change: Pick<DraftRow, 'text' | 'version' | 'updated_at'>,
): Promise<DraftRow | null> {
  const [row] = await tx
    .update(answer_drafts)
    .set(change)
    .where(and(ofWriter(owner, writer), eq(answer_drafts.version, version)))
    .returning()
  return row ?? null
}

/** False unless the draft has this version, or any without one. */
export async function deleteDraft(
  tx: Db,
  owner: OwnerId,
  writer: Writer,
  version?: number,
): Promise<boolean> {
  const rows = await tx
    .delete(answer_drafts)
    .where(
      and(ofWriter(owner, writer), version === undefined ? undefined : eq(answer_drafts.version, version)),
    )
    .returning({ version: answer_drafts.version })
  return rows.length > 0
}
